/** Names that the manifest repeats. They stand in a file without `vscode`, so that a test can compare the two. */

/** `contributes.mcpServerDefinitionProviders[].id`. */
export const mcpProviderId = 'sightline';

/** What VS Code shows; also that of the contribution. */
export const mcpProviderLabel = 'Sightline';
