import type { PhoneConfig } from './config.ts'
import type { SavedState } from './saved-state.ts'
import type { StateFile } from './state-file.ts'

const NAME_PATTERN = /^[A-Za-z0-9_.@:-]{1,128}$/
const VALUE_MAX_CHARACTERS = 91

const SDK_OF_VERSION: Readonly<Record<string, string>> = {
  '8.0': '26',
  '8.1': '27',
  '9': '28',
  '10': '29',
  '11': '30',
  '12': '31',
  '13': '33',
  '14': '34',
  '15': '35',
}

/** System properties. Those that begin with `persist.` outlive the phone's next start. */
export class Properties {
  readonly #values: Map<string, string>
  readonly #state: StateFile<SavedState>

  constructor(config: PhoneConfig, state: StateFile<SavedState>) {
    this.#state = state
    this.#values = new Map([...Object.entries(builtIn(config)), ...Object.entries(state.value.properties)])
  }

  get(name: string): string {
    return this.#values.get(name) ?? ''
  }

  list(): [string, string][] {
    return [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }

  /** The reason of a refusal, or null. */
  set(name: string, value: string): string | null {
    if (!NAME_PATTERN.test(name)) return 'Invalid property name'
    if (value.length > VALUE_MAX_CHARACTERS && !name.startsWith('ro.')) return 'Value too long'
    if (name.startsWith('ro.') && this.#values.has(name)) return 'Read-only property was already set'
    this.#values.set(name, value)
    if (name.startsWith('persist.')) {
      this.#state.update(({ properties }) => {
        properties[name] = value
      })
    }
    return null
  }
}

function builtIn({ id, model, androidVersion, imageVersion, root }: PhoneConfig): Record<string, string> {
  const isProduction = root === 'su' || root === 'none'
  const buildType = isProduction ? 'user' : 'userdebug'
  const device = model.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return {
    'dev.bootcomplete': '1',
    'init.svc.adbd': 'running',
    'init.svc.bootanim': 'stopped',
    'persist.sys.locale': 'zh-CN',
    'persist.sys.timezone': 'Asia/Shanghai',
    'ro.board.platform': 'yunji',
    'ro.bootloader': 'unknown',
    // Another number after every start; programs tell by it that the phone has restarted.
    'ro.boottime.init': String(process.hrtime.bigint()),
    'ro.build.characteristics': 'default',
    'ro.build.display.id': imageVersion || 'YJ1',
    'ro.build.fingerprint': `yunji/${device}/${device}:${androidVersion}/YJ1/1:${buildType}/test-keys`,
    'ro.build.id': 'YJ1',
    'ro.build.type': buildType,
    'ro.build.version.release': androidVersion,
    'ro.build.version.sdk': SDK_OF_VERSION[androidVersion] ?? '29',
    'ro.debuggable': isProduction ? '0' : '1',
    'ro.hardware': 'yunji',
    'ro.product.brand': 'yunji',
    'ro.product.cpu.abi': process.arch === 'arm64' ? 'arm64-v8a' : 'x86_64',
    'ro.product.cpu.abilist': process.arch === 'arm64' ? 'arm64-v8a' : 'x86_64',
    'ro.product.device': device,
    'ro.product.locale': 'zh-CN',
    'ro.product.manufacturer': 'Yunji',
    'ro.product.model': model,
    'ro.product.name': device,
    'ro.secure': '1',
    'ro.serialno': id,
    'ro.sf.lcd_density': '320',
    'sys.boot_completed': '1',
  }
}
