import type { AddressInfo } from 'node:net'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { Config } from './config/config.ts'
import { FIRST_OWNER } from './modules/operators/index.ts'
import { demoAccount } from './seed/demo.ts'

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** Text printed at start: addresses, demo login, the first owner's password (once), log file. */
export const banner = (
  config: Config,
  address: AddressInfo | string | null,
  lan: readonly string[],
  ownerPassword?: string,
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
