import path from 'node:path'

const contractFolder = path.resolve(__dirname, '../../../packages/contract')

/** Published with private fields and other syntax that older phones do not parse. */
const isModernPackage = (file: string) => /[\\/]node_modules[\\/](@tanstack|zod|zustand)[\\/]/.test(file)

/**
 * Taro transpiles only `src/` and its own packages. Development targets current browsers, where transpiling
 * dependencies would only cost time.
 */
export const compile = (isProduction: boolean) => ({
  include: isProduction ? [contractFolder, isModernPackage] : [contractFolder],
})

export const cssModules = {
  enable: true,
  config: { namingPattern: 'module', generateScopedName: '[name]__[local]___[hash:base64:5]' },
} as const
