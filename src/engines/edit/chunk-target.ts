/** Chunks as the planner asks for them: where one stands in the text that is about to be edited. */
import { Failure } from '../../core/errors';
import type { Chunks } from '../chunk';
import type { PlannerPorts } from './planner';

export function chunkTargets(chunks: Pick<Chunks, 'byId'>): PlannerPorts['chunks'] {
  return {
    find: async (id, subject, signal) => {
      const { file, chunk } = await chunks.byId(id, signal);
      if (file.place.display !== subject.display) {
        throw new Failure('InvalidSelection', {
          what: `The chunk "${id}" is in ${file.place.display}, not in ${subject.display}`,
          next: 'leave out file, or give the file of the chunk.',
        });
      }
      // The planner reads a moment earlier or later than the chunks were made.
      if (file.text !== subject.source.text) {
        throw new Failure('Stale', { what: `${subject.display} changed while the chunk was looked up`, next: 'call again.' });
      }
      return { start: chunk.start, end: chunk.filledEnd };
    },
    fileOf: async (id) => (await chunks.byId(id, new AbortController().signal)).file.place.display,
  };
}
