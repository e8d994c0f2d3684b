import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

let bundled: Promise<string> | undefined

/** The browser half of the runner as one script; built once per process. */
export function runtimeBundle(): Promise<string> {
  bundled ??= buildRuntime()
  return bundled
}

async function buildRuntime(): Promise<string> {
  const bundle = await rolldown({
    input: fileOf('./runtime/main.ts'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  try {
    const { output } = await bundle.generate({ format: 'iife' })
    return output[0].code
  } finally {
    await bundle.close()
  }
}

const STYLES = ['./phone.css', './built-in-elements.css']

export const phoneStyles = (): string => STYLES.map((file) => readFileSync(fileOf(file), 'utf8')).join('\n')
