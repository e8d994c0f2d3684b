import { parseArgs } from 'node:util'
import { loadEncoder } from './encoder/x264.ts'
import { startPhoneHost } from './host.ts'
import { canDrawChinese } from './screen/draw/fonts.ts'

const NO_CHINESE_FONT =
  'This machine has no font for Chinese: the phones speak English and show boxes for what is written in Chinese. ' +
  'Install one ("apt-get install fonts-noto-cjk", or any Noto Sans CJK below /usr/share/fonts) and start again.'

const { values } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string', default: '0' } } })
const secret = process.env.VIRTUAL_PHONE_SECRET ?? ''

if (values.data === undefined || secret === '') {
  process.stderr.write('usage: VIRTUAL_PHONE_SECRET=… node main.ts --data <folder> [--port <port>]\n')
  process.exit(2)
}

const onError = (error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}

const host = await startPhoneHost({ dataDir: values.data, secret, port: Number(values.port), onError })

let isEnding = false
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  await host.close()
  process.exit(0)
}

process.on('SIGTERM', () => void end())
process.on('SIGINT', () => void end())
// stdin is held by the parent: its end means that the parent has died.
process.stdin
  .on('end', () => void end())
  .on('error', () => void end())
  .resume()

process.stdout.write(`${JSON.stringify({ control: host.control })}\n`)
if (!canDrawChinese()) process.stderr.write(`${NO_CHINESE_FONT}\n`)
// Loaded ahead of the first viewer; a failure is reported when a screen is opened.
loadEncoder().catch(() => {})
