import { ScrcpyOptions3_3_3 } from '@yume-chan/scrcpy'
import type { Link } from '../link/link.ts'
import type { PhoneEncoder } from '../types.ts'
import { explainEnd, readServerList } from './server.ts'

const TIMEOUT_MS = 20_000

/** Video encoders as scrcpy's server reports them. */
export const listEncoders = async (link: Link): Promise<PhoneEncoder[]> =>
  parseEncoders(await readServerList(link, { list_encoders: true }, TIMEOUT_MS))

/** Throws the reason when the server has not come as far as its list, which a phone without encoders has too. */
export function parseEncoders(output: string): PhoneEncoder[] {
  if (!/^(\[server\] INFO: )?List of video encoders:/m.test(output)) throw explainEnd(output)
  const options = new ScrcpyOptions3_3_3({})
  return output.split('\n').flatMap((line) => {
    const found = options.parseEncoder(line)
    if (found?.type !== 'video') return []
    const { codec = '', name, hardwareType } = found
    return [{ codec, name, isHardware: hardwareType === 'hardware' }]
  })
}
