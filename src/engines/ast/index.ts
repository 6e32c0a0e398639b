/** The structure engine: queries, outlines and syntax checks over syntax trees. */
export type {
  Ast,
  Capture,
  LanguageInfo,
  NearForm,
  NodeSelector,
  Outline,
  OutlineNode,
  QueryFile,
  QueryMatch,
  QueryRequest,
  QueryResult,
  Role,
  Source,
  Span,
  Spot,
  Stretch,
} from './types';
export { withoutEmpty } from './open-lists';
export { groupByFile, type FileGroup } from './group';
export { findByNamePath, flatten, type Located, type Named } from './namePath';
export { outlineLine, outlineLines, structureLine, type Printed } from './print';
export { createAst, type AstOptions } from './create';
