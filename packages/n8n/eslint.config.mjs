import communityNodes from '@n8n/eslint-plugin-community-nodes'
import parser from '@typescript-eslint/parser'
import n8nNodes from 'eslint-plugin-n8n-nodes-base'

/** n8n's own rules for nodes and credentials of the community; everything else is held by the project's checks. */
// biome-ignore lint/style/noDefaultExport: this is how the linter is told
export default [
  {
    files: ['src/**/*.ts'],
    languageOptions: { parser, sourceType: 'module' },
    plugins: { 'n8n-nodes-base': n8nNodes, '@n8n/community-nodes': communityNodes },
    rules: {
      ...n8nNodes.configs.nodes.rules,
      ...n8nNodes.configs.credentials.rules,
      ...communityNodes.configs.recommendedWithoutN8nCloudSupport.rules,
      // The build puts the icon beside the files, and the credentials where these look for them.
      '@n8n/community-nodes/icon-validation': 'off',
      '@n8n/community-nodes/icon-prefer-themed-variants': 'off',
      '@n8n/community-nodes/no-credential-reuse': 'off',
      // For n8n's own nodes, whose documentation has a name instead of an address.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      // Does not know the names that n8n has for kinds of connections.
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
    },
  },
]
