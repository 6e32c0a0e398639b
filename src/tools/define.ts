/** `defineTool` for the services that all tools share. */
import type { z } from 'zod';
import { defineTool as define, type Tool as AnyTool, type ToolSpec } from '../core/tool';
import type { Services } from './services';

export type Tool = AnyTool<Services>;

export function defineTool<Input extends z.ZodObject>(spec: ToolSpec<Services, Input>): Tool {
  return define(spec);
}
