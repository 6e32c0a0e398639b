/** For tests of tools that do not edit: an edit engine that nobody may ask. */
import type { Editing } from '../../src/engines/edit/index';

export const noEditing = new Proxy({} as Editing, {
  get: (_, name) => {
    throw new Error(`This test has no edit engine, but was asked for ${String(name)}.`);
  },
});
