/** The chunk engine: files in pieces that can be listed, read and edited by a name that lasts. */
export type { Category, Chunk, ChunkedFile, Chunks, ChunkSubject, FoundChunk, Stretch } from './types';
export { createChunks, type ChunkOptions } from './create';
export { necessaryLiterals } from './prefilter';
export { idOf } from './ids';
