import { resolvePackagePath } from '../package-format.ts'

/** Addresses of pictures: the network's and data addresses stay, files of the package are served beside the runner. */
export const resourceUrls =
  (packageUrl: string, currentPath: () => string) =>
  (source: string): string =>
    /^(https?:|data:|blob:|\/\/)/.test(source) ? source : packageUrl + resolvePackagePath(currentPath(), source)
