import type { PhoneSystem } from '../system/system.ts'
import { isFixedPermission } from './package-permissions.ts'

/** Output of `dumpsys package`, as far as programs parse it. */
export function packageReport({ packages, properties }: PhoneSystem, wanted?: string): string {
  const sdk = properties.get('ro.build.version.sdk')
  const shown = packages.list().filter(({ packageName }) => !wanted || wanted === 'packages' || packageName === wanted)
  if (shown.length === 0) return `Unable to find package: ${wanted}\n`
  const entries = shown.map(
    ({
      packageName,
      apkPath,
      versionCode,
      versionName,
      isSystem,
      installedAt,
      requested = [],
      granted = [],
    }) => `  Package [${packageName}] (1a2b3c4):
    userId=${isSystem ? 1000 : 10_100}
    codePath=${apkPath.slice(0, apkPath.lastIndexOf('/'))}
    dataDir=/data/user/0/${packageName}
    primaryCpuAbi=null
    secondaryCpuAbi=null
    versionCode=${versionCode} minSdk=21 targetSdk=${sdk}
    versionName=${versionName}
    flags=[ ${isSystem ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    firstInstallTime=${new Date(installedAt).toISOString().slice(0, 19).replace('T', ' ')}
    requested permissions:
${requested.map((name) => `      ${name}\n`).join('')}    install permissions:
${requested
  .filter(isFixedPermission)
  .map((name) => `      ${name}: granted=true\n`)
  .join('')}    User 0: installed=true hidden=false stopped=false
      runtime permissions:
${requested
  .filter((name) => !isFixedPermission(name))
  .map((name) => `        ${name}: granted=${granted.includes(name)}\n`)
  .join('')}`,
  )
  return `Packages:\n${entries.join('')}`
}
