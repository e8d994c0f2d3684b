declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>
  export default styles
}
declare module '*.css'

declare module 'react-dom' {
  export const flushSync: (work: () => void) => void
}

declare module 'react-dom/client' {
  import type { ReactNode } from 'react'

  export const createRoot: (container: unknown) => {
    readonly render: (node: ReactNode) => void
    readonly unmount: () => void
  }
}

/** Set by the build (see config/index.ts). */
declare const API_BASE: string
declare const APP_VERSION: string
/** Host-only cookies when empty. */
declare const COOKIE_DOMAIN: string
/** Host of the provider's other pages; empty for none. */
declare const EXTERNAL_WEB_HOST: string
