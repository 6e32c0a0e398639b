import tseslint from 'typescript-eslint';

/**
 * The walls of the architecture: core <- engines <- tools <- doors; `host` implements the core's ports.
 * Only the files named here may touch the editor.
 */
const borderFiles = ['src/host/**', 'src/ui/**', 'src/doors/lm/index.ts', 'src/doors/mcp/provider.ts', 'src/extension.ts'];

/** @param {readonly string[]} above folders that must not be imported */
const wall = (above) => ({
  group: above.flatMap((folder) => [`**/${folder}/**`, `../${folder}`, `../../${folder}`]),
  message: 'Imports go core <- engines <- tools <- doors.',
});

const noEditor = { name: 'vscode', message: 'Only the border files touch the editor.', allowTypeImports: false };

/** @param {string[]} files @param {readonly string[]} above */
const layer = (files, above) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': /** @type {import('eslint').Linter.RuleEntry} */ (['error', { paths: [noEditor], patterns: [wall(above)] }]),
  },
});

export default tseslint.config(
  { ignores: ['dist/**', 'out/**', '.vscode-test/**', 'test/fixtures/**', 'bench/.corpora/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'max-lines': ['error', { max: 260, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        {
          // `satisfies` checks a type; `as` claims one. Only the border files, where the editor's types are loose, may.
          selector: 'TSAsExpression:not([typeAnnotation.typeName.name="const"])',
          message: 'No casts: narrow with a type guard.',
        },
      ],
    },
  },
  layer(['src/core/**'], ['engines', 'tools', 'doors', 'host', 'ui']),
  layer(['src/engines/**'], ['tools', 'doors', 'host', 'ui']),
  layer(['src/tools/**'], ['doors', 'host', 'ui']),
  layer(['src/doors/**', 'src/bridge/**'], ['host', 'ui', 'engines']),
  {
    files: borderFiles,
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'error', '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
);
