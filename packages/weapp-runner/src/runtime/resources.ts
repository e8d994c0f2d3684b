import { resolvePackagePath } from '../package-format.ts'

interface ResourcePlaces {
  readonly packageUrl: string
  /** Replaces the origin of every request; unset, requests go where the build says. */
  readonly requestOrigin?: string | undefined
  readonly currentPath: () => string
}

/** Addresses of pictures: data addresses stay, the network's go where requests go, the package's own are served beside it. */
export const resourceUrls =
  ({ packageUrl, requestOrigin, currentPath }: ResourcePlaces) =>
  (source: string): string => {
    if (/^(data:|blob:)/.test(source)) return source
    if (!/^(https?:)?\/\//.test(source)) return packageUrl + resolvePackagePath(currentPath(), source)
    if (requestOrigin === undefined) return source
    const { pathname, search } = new URL(source, requestOrigin)
    return new URL(pathname + search, requestOrigin).href
  }
