import { PhoneError } from '../errors.ts'

/** Properties of a phone by which splits are chosen. */
export interface PhoneTraits {
  readonly sdk: number
  /** Best first, in Android's spelling: `arm64-v8a`. */
  readonly abis: readonly string[]
  readonly densityDpi: number
  /** ISO 639 codes. */
  readonly languages: readonly string[]
}

const ABIS = new Set(['arm64_v8a', 'armeabi_v7a', 'armeabi', 'x86_64', 'x86', 'riscv64', 'mips64', 'mips'])
const DENSITIES: Readonly<Record<string, number>> = {
  ldpi: 120,
  mdpi: 160,
  tvdpi: 213,
  hdpi: 240,
  xhdpi: 320,
  xxhdpi: 480,
  xxxhdpi: 640,
}

interface Split {
  readonly name: string
  /** Empty for the base. */
  readonly module: string
  readonly kind: 'abi' | 'density' | 'language' | 'whole'
  readonly value: string
}

/**
 * Splits that a phone needs: everything that is not for one ABI, density or language, and of those the fitting ones. By
 * name: `config.arm64_v8a`, `split_config.xhdpi` (stores), `base-zh` (bundletool).
 */
export function chooseSplits(names: readonly string[], traits: PhoneTraits): string[] {
  const modules = Map.groupBy(names.map(parseSplit), ({ module }) => module)
  return [...modules.values()].flatMap((all) => {
    const { abi = [], density = [], language = [], whole = [] } = Object.groupBy(all, ({ kind }) => kind)
    const spoken = language.filter(({ value }) => traits.languages.includes(value))
    return [...whole, ...chooseAbi(abi, traits), ...chooseDensity(density, traits), ...spoken].map(({ name }) => name)
  })
}

function parseSplit(name: string): Split {
  const stored = /^(?:split_)?(?:(?<module>.+)\.)?config\.(?<value>[\w-]+)$/.exec(name)?.groups
  const built = /^(?<module>[^-]+)-(?<value>[\w-]+)$/.exec(name)?.groups
  const { module = '', value = '' } = stored ?? built ?? {}
  // bundletool numbers the same split for other versions of Android: `base-xhdpi_2`.
  const [kind, known] = classify(value) ?? classify(value.replace(/_\d+$/, '')) ?? ['whole', value]
  return { name, module: module === 'base' ? '' : module, kind, value: known }
}

function classify(value: string): [Split['kind'], string] | undefined {
  const abi = value.replaceAll('-', '_')
  if (ABIS.has(abi)) return ['abi', abi]
  if (Object.hasOwn(DENSITIES, value)) return ['density', value]
  const language = /^([a-z]{2,3})([-_][A-Za-z]\w+)?$/.exec(value)?.[1]
  return language ? ['language', language] : undefined
}

function chooseAbi(splits: readonly Split[], { abis }: PhoneTraits): Split[] {
  if (splits.length === 0) return []
  for (const abi of abis) {
    const found = splits.filter(({ value }) => value === abi.replaceAll('-', '_'))
    if (found.length > 0) return found
  }
  throw new PhoneError('packageUnfit', `the package is for ${splits.map(({ value }) => value).join(', ')} only`)
}

/** The next higher one is scaled down; scaling up looks worse. */
function chooseDensity(splits: readonly Split[], { densityDpi }: PhoneTraits): Split[] {
  const rank = ({ value }: Split) => {
    const dpi = DENSITIES[value] ?? 0
    return dpi >= densityDpi ? dpi - densityDpi : 10_000 - dpi
  }
  return splits.toSorted((one, other) => rank(one) - rank(other)).slice(0, 1)
}
