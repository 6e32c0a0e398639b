/**
 * Skips the running test, or every test of the suite when called from a `before` hook, and says what was missing: the
 * reason becomes part of the title, which the summary of `npm test` prints.
 *
 * @example it('finds Go symbols', function () { if (!hasGopls) skip(this, 'gopls is not installed'); ... })
 */
export function skip(context: Mocha.Context, why: string): never {
  const runnable = context.runnable();
  const titled = runnable instanceof Object && 'type' in runnable && runnable.type === 'hook' ? (runnable.parent ?? runnable) : runnable;
  titled.title += ` (${why})`;
  return context.skip();
}
