/** Puts the chunk engine together: reads the text as it is now, asks for its outline, and remembers by content. */
import { Failure, type FailureName } from '../../core/errors';
import { etagOf } from '../../core/etag';
import { readLive, type LiveText } from '../../core/live';
import type { Place, Places } from '../../core/place';
import type { Ports } from '../../core/ports';
import type { Ast, LanguageInfo, Outline } from '../ast/index';
import { WeightedCache } from './cache';
import { chunksOf } from './chunks';
import { createIds } from './ids';
import type { Layout } from './regions';
import type { Chunk, ChunkedFile, ChunkPlace, Chunks } from './types';

export interface ChunkOptions {
  readonly ports: Pick<Ports, 'files' | 'documents' | 'languages'>;
  readonly places: Pick<Places, 'all' | 'existing'>;
  readonly ast: Pick<Ast, 'languages' | 'languageOf' | 'outline'>;
}

/** Chunks that are remembered; each takes about 200 bytes. */
const mostRemembered = 50_000;

export function createChunks({ ports, places, ast }: ChunkOptions): Chunks {
  const cache = new WeightedCache<Chunked>(mostRemembered, ({ chunks }) => 1 + chunks.length);

  const divide = async (text: string, etag: string, language: LanguageInfo | undefined, signal: AbortSignal): Promise<Chunked> => {
    const key = `${language?.id ?? ''} ${etag}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (language === undefined) return { chunks: chunksOf(text, undefined, 'code'), remark: undefined };
    const outline = await outlineOf(ast, text, language, signal);
    if (typeof outline === 'string') return { chunks: chunksOf(text, undefined, 'code'), remark: outline };
    const made = {
      chunks: chunksOf(text, outline, layoutOf(language)),
      remark: outline.broken ? 'it has syntax errors: its chunks are those of the parts that could be read' : undefined,
    };
    cache.set(key, made);
    return made;
  };

  const of = async (place: Place, signal: AbortSignal): Promise<ChunkedFile> => {
    const live = await readLive(ports, place);
    const etag = etagOf(live.text);
    const language = ast.languageOf(place.path, ports.documents.find(place.path)?.language ?? ports.languages.of(place.path));
    const { chunks, remark } = await divide(live.text, etag, language, signal);
    return { place, text: live.text, unsaved: live.unsaved, etag, lineCount: chunks.at(-1)?.lastLine ?? 0, chunks, remarks: remarksOf(live, remark) };
  };

  const ids = createIds(places);
  return {
    of,
    byId: (id, signal) => ids.find(id, of, signal),
    fileOf: async (id) => (await ids.find(id, of, new AbortController().signal)).file.place.path,
    find: async (id, { display, source, language: name }, signal) => {
      const language = ast.languages().find((each) => each.id === name);
      const { chunks } = await divide(source.text, etagOf(source.text), language, signal);
      return placeOf(id, await ids.findIn(id, { display, chunks }));
    },
  };
}

/** An edit works on whole lines, so a piece of a line cannot be its place. */
function placeOf(id: string, { start, end, filledEnd, columns, firstLine }: Chunk): ChunkPlace {
  if (columns === undefined) return { start, end, filledEnd };
  throw new Failure('InvalidSelection', {
    what: `The chunk "${id}" is a piece of line ${firstLine}, which is too long for one chunk`,
    next: 'select within the line by selector_text.',
  });
}

interface Chunked {
  readonly chunks: readonly Chunk[];
  readonly remark: string | undefined;
}

/** The outline, or why there is none; the file is then one chunk. */
async function outlineOf(ast: ChunkOptions['ast'], text: string, language: LanguageInfo, signal: AbortSignal): Promise<Outline | string> {
  try {
    return await ast.outline({ text, language: language.id }, signal);
  } catch (error) {
    if (!(error instanceof Failure) || !cannotParse.has(error.failure)) throw error;
    return `it is not divided: ${error.parts.what}`;
  }
}

/** What will be the same at the next call; anything else must not give the file other chunks, and so other ids. */
const cannotParse: ReadonlySet<FailureName> = new Set(['ParserNotFound', 'ParseFailed', 'InvalidLanguage', 'FileTooBig']);

function layoutOf(language: LanguageInfo): Layout {
  if (language.id === 'markdown') return 'sections';
  return language.kind === 'data' ? 'blocks' : 'code';
}

function remarksOf({ lossy }: LiveText, remark: string | undefined): readonly string[] {
  return [...(remark === undefined ? [] : [remark]), ...(lossy ? ['some bytes are not valid in its encoding and read as \uFFFD'] : [])];
}
