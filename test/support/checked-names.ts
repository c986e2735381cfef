interface Names {
  secretNames?: readonly string[]
  modelNames?: readonly string[]
}

/** For checks of flows: secrets and models that exist by their names; those that are not given are not checked. */
export function checkNames({ secretNames, modelNames }: Names) {
  return {
    ...(secretNames && { listSecretHosts: async () => new Map(secretNames.map((name) => [name, null])) }),
    ...(modelNames && {
      listModels: async () =>
        new Map(modelNames.map((name) => [name, { missingSecret: null, runTokens: null }])),
    }),
  }
}
