/**
 * Typed failures. A failure is an answer that an agent can act on: what happened, where, and what to do next.
 * Its text is `[code Name] what happened, where. Context. Next: what to do.` on both doors.
 */

/** Every failure there is, with the number that callers see. The hundreds group them by area. */
export const failureCodes = {
  RipgrepNotFound: 1001,
  SearchTimeout: 1002,
  InvalidPattern: 1003,
  SearchFailed: 1004,
  ParserNotFound: 1101,
  ParseFailed: 1102,
  InvalidLanguage: 1103,
  FileTooBig: 1104,
  InvalidSyntax: 1105,
  NoProvider: 1201,
  ProviderFailed: 1202,
  ProviderTimeout: 1203,
  NotASymbol: 1208,
  AmbiguousSymbol: 1209,
  EditFailed: 1301,
  InvalidEdit: 1302,
  FileNotFound: 1303,
  FileNotReadable: 1304,
  FileNotWritable: 1305,
  NodeNotFound: 1306,
  ValidationFailed: 1307,
  InvalidSelection: 1308,
  AmbiguousSelection: 1309,
  Stale: 1310,
  NoChange: 1311,
  Protected: 1312,
  InvalidQuery: 1401,
  QueryTimeout: 1402,
  InvalidConfig: 1501,
  PathNotAllowed: 1502,
  WorkspaceNotSet: 1503,
  Untrusted: 1504,
  ToolOff: 1505,
  InvalidArguments: 1601,
  OutOfRange: 1602,
  PathNotFound: 1603,
  Binary: 1604,
  UnknownId: 1605,
  StaleId: 1606,
  Internal: 1900,
  Busy: 1902,
  Cancelled: 1903,
} as const;

export type FailureName = keyof typeof failureCodes;

/** What a failure says. Each part is a sentence or two without a trailing "Next:". */
export interface FailureParts {
  /** What happened and where, one sentence. */
  readonly what: string;
  /** Candidates, the quoted line, the engine's reason: whatever helps to choose the next step. */
  readonly context?: string | undefined;
  /** What the caller should do now. */
  readonly next: string;
}

/** A failure that reaches the caller as an error. Anything else thrown is reported as `Internal`. */
export class Failure extends Error {
  readonly code: number;

  constructor(
    readonly failure: FailureName,
    readonly parts: FailureParts,
  ) {
    super(failureText(failure, parts));
    this.name = 'Failure';
    this.code = failureCodes[failure];
  }
}

/** The failure of a call that was cancelled. It is never shown as an empty result. */
export function cancelled(): Failure {
  return new Failure('Cancelled', {
    what: 'The call was cancelled before it finished',
    next: 'call again if the answer is still wanted.',
  });
}

/** Throws `Cancelled` once the signal is aborted: call it between steps of work that takes long. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

function failureText(failure: FailureName, parts: FailureParts): string {
  const sentences = [parts.what, parts.context]
    .filter((part): part is string => part !== undefined && part !== '')
    .map(closed);
  return `[${failureCodes[failure]} ${failure}] ${sentences.join(' ')} Next: ${parts.next}`;
}

/** A sentence ends with a full stop unless it ends with a mark or a quoted block of its own. */
function closed(sentence: string): string {
  return /[.!?:)\n`]$/.test(sentence) ? sentence : `${sentence}.`;
}
