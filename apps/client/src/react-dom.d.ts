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
