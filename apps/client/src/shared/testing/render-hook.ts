import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

const noop = () => undefined

/** The parts of a document that React needs for a component that draws nothing. */
const fakeDocument = () => {
  const document = { nodeType: 9, activeElement: null, createElement: noop, addEventListener: noop, defaultView: null }
  const container = { nodeType: 1, tagName: 'DIV', ownerDocument: document, textContent: '', addEventListener: noop }
  return {
    document,
    container,
    window: { document, HTMLIFrameElement: Object, addEventListener: noop, removeEventListener: noop },
  }
}

/** Runs a hook in a component of its own, with the defaults of a fresh query client. `current` is its last result. */
export const renderHook = async <Result>(useHook: () => Result) => {
  const { document, container, window } = fakeDocument()
  const globals = { document, window, IS_REACT_ACT_ENVIRONMENT: true }
  Object.assign(globalThis, globals)
  const results: Result[] = []
  const record = (result: Result) => void results.push(result)
  function Host() {
    const result = useHook()
    useLayoutEffect(() => record(result))
    return null
  }
  const root = createRoot(container)
  const tree = createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Host))
  await act(async () => root.render(tree))
  return {
    current: () => results.at(-1) as Result,
    /** Waits for what follows from an action: its promise may reject. */
    act: (action: () => unknown) =>
      act(async () => {
        await Promise.resolve(action()).catch(noop)
        await new Promise((resolve) => {
          setTimeout(resolve, 10)
        })
      }),
    unmount: () => {
      act(() => root.unmount())
      for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
    },
  }
}
