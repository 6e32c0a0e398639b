/** The structure engine: queries, outlines and syntax checks over syntax trees. */
export type {
  Ast,
  Capture,
  LanguageInfo,
  NodeSelector,
  Outline,
  OutlineNode,
  QueryMatch,
  QueryRequest,
  QueryResult,
  Role,
  Source,
  Span,
  Spot,
} from './types';
export { findByNamePath, flatten, type Located } from './namePath';
