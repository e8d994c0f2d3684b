declare module 'react-dom' {
  export const flushSync: (work: () => void) => void
}
