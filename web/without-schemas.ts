import type { ESTree, Plugin } from 'vite';

/** What an endpoint declares for the server alone: the browser reads the types of these. */
const SERVER_ONLY = new Set([
  'params',
  'query',
  'body',
  'response',
  'failure',
  'summary',
  'keepsOwnKeys',
]);

/**
 * Keeps the schemas of the contract out of the browser, but for those that a form checks with:
 * their library and their declarations are as large as all other code of the first page, and take
 * their time to run. Every constant of a module of the contract becomes one that the bundler leaves
 * out where nothing reads it.
 */
export const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/ },
    handler(code) {
      const edits: Edit[] = [];
      const imports: ESTree.ImportDeclaration[] = [];
      for (const statement of this.parse(code).body) {
        if (statement.type === 'ImportDeclaration') imports.push(statement);
        const declared =
          statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { id, init } of declared.declarations)
          if (init && id.type === 'Identifier') edits.push(...editsOf(init));
      }
      // Else a module that only an endpoint needs belongs to every page that calls the endpoint.
      const left = edited(code, [
        ...edits,
        ...imports.map(({ start, end }): Edit => [start, end, '']),
      ]);
      const unused = imports.filter(({ specifiers }) =>
        specifiers.every(({ local }) => !new RegExp(`\\b${local.name}\\b`).test(left)),
      );
      edits.push(...unused.map(({ start, end }): Edit => [start, end, '']));
      return { code: edited(code, edits), map: null, moduleSideEffects: false };
    },
  },
});

/** Replaces the source between two offsets. */
type Edit = [start: number, end: number, text: string];

function editsOf(init: ESTree.Expression): Edit[] {
  const { start, end } = init;
  const wrapped: Edit[] = [
    [start, start, '/* @__PURE__ */ (() => ('],
    [end, end, '))()'],
  ];
  if (init.type !== 'CallExpression')
    return init.type.endsWith('FunctionExpression') ? [] : wrapped;
  const [declaration] = init.arguments;
  const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint';
  if (!isEndpoint || declaration?.type !== 'ObjectExpression') return wrapped;
  return declaration.properties
    .flatMap((property): Edit[] =>
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      SERVER_ONLY.has(property.key.name)
        ? [[property.value.start, property.value.end, 'undefined']]
        : [],
    )
    .concat(wrapped);
}

const edited = (code: string, edits: Edit[]) =>
  edits
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [start, end, by]) => text.slice(0, start) + by + text.slice(end), code);
