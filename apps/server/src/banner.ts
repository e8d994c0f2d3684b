import type { AddressInfo } from 'node:net'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { Config } from './config/config.ts'
import { FIRST_OWNER } from './modules/operators/index.ts'
import { CONSOLE_PATH } from './platform/http/client-files.ts'
import { demoAccount } from './seed/demo.ts'

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

const EVERYWHERE = new Set(['0.0.0.0', '::'])

interface BannerFacts {
  readonly hasConsole?: boolean
  /** Of the first owner, at the start that made it. */
  readonly ownerPassword?: string | undefined
}

/** Text printed at start: addresses, demo login, the first owner's password (once), log file. */
export const banner = (
  config: Config,
  address: AddressInfo | string | null,
  lan: readonly string[],
  { hasConsole = false, ownerPassword }: BannerFacts = {},
): string => {
  const port = typeof address === 'object' && address ? address.port : config.port
  const scheme = config.isTls ? 'https' : 'http'
  const hosts = ['localhost', ...(EVERYWHERE.has(config.host) ? lan : [])]
  return [
    '',
    '  云机 Yunji is running',
    '',
    ...hosts.map((host) => `  ${config.servesClient ? 'open  ' : 'server'}    ${scheme}://${host}:${port}/`),
    ...(config.isDemo ? [`  log in    ${demoAccount.mobilePhone}   password ${demoAccount.password}`] : []),
    ...consoleLines(config.servesClient, hasConsole, `${scheme}://localhost:${port}${CONSOLE_PATH}`),
    ...(ownerPassword === undefined
      ? []
      : [
          `  operator  ${FIRST_OWNER}   password ${ownerPassword}   (shown once: npm run operators:reset makes another)`,
        ]),
    ...(config.providers.sms.kind === 'embedded'
      ? [`  SMS       ${scheme}://localhost:${port}${sideRoutes.demoSms.path}`]
      : []),
    ...(config.hasApiPages ? [`  API       ${scheme}://localhost:${port}${sideRoutes.apiPage.path}`] : []),
    ...(config.logFile ? [`  log       ${config.logFile}`] : []),
    '  stop      Ctrl-C',
    '',
  ].join('\n')
}

const consoleLines = (isServed: boolean, isBuilt: boolean, address: string): string[] => {
  if (!isServed) return []
  return [isBuilt ? `  console   ${address}` : '  console   not built: npm run build makes it']
}
