/** How a language server fails, as callers read it. */
import { Failure } from '../../core/errors';
import type { Project } from './projects';
import { seconds } from './readiness';

/** What was asked, and of which project's server. */
interface Asked {
  readonly feature: string;
  readonly project: Project;
}

/** `waited` in milliseconds. */
export function timedOut({ feature, project }: Asked, waited: number): Failure {
  return new Failure('ProviderTimeout', {
    what: `The ${project.language} provider (project ${project.display}) did not answer within ${seconds(waited)}: ${feature}`,
    context: 'It may be loading a large project, or hang',
    next: 'ask again; file_search and ast_query work without it.',
  });
}

export function failed({ feature, project }: Asked, error: string): Failure {
  return new Failure('ProviderFailed', {
    what: `The ${project.language} provider (project ${project.display}) failed on ${feature}: ${error}`,
    next: 'ask again; file_search and ast_query work without it.',
  });
}
