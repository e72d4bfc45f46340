import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['node_modules', 'eslint.config.js'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Names of a model are text and never markup.
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write'].map((property) => ({
          property,
          message: 'Names come from models: make elements and set textContent.',
        })),
      ],
      'no-eval': 'error',
    },
  },
);
