import path from 'node:path'

/** Our own packages are TypeScript, and are compiled like the client itself. */
const ownPackages = ['contract', 'player', 'phone-protocol'].map((name) =>
  path.resolve(__dirname, '../../../packages', name),
)

/** Published with private fields and other syntax that older phones do not parse. */
const isModernPackage = (file: string) => /[\\/]node_modules[\\/](@tanstack|zod|zustand)[\\/]/.test(file)

/**
 * Taro transpiles only `src/` and its own packages. Development targets current browsers, where transpiling
 * dependencies would only cost time.
 */
export const compile = (isProduction: boolean) => ({
  include: isProduction ? [...ownPackages, isModernPackage] : ownPackages,
})

export const cssModules = {
  enable: true,
  config: { namingPattern: 'module', generateScopedName: '[name]__[local]___[hash:base64:5]' },
} as const
