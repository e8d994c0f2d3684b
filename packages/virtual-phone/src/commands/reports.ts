import type { CommandContext, Program } from '../shell/command.ts'
import { print, printError } from '../shell/command.ts'
import type { PhoneSystem } from '../system/system.ts'
import { packageReport } from './package-report.ts'
import { accountReport } from './user-programs.ts'

type Report = (system: PhoneSystem, args: readonly string[]) => string

const KIBIBYTE = 1024

const REPORTS: Readonly<Record<string, Report>> = {
  account: accountReport,
  activity: ({ screen }) => `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
  mResumedActivity: ActivityRecord{1a2b3c4 u0 ${screen.foregroundPackage}/.MainActivity t1}
  mFocusedActivity: ActivityRecord{1a2b3c4 u0 ${screen.foregroundPackage}/.MainActivity t1}
${screen.runningPackages.map((name, index) => `    Run #${index}: ActivityRecord{1a2b3c4 u0 ${name}/.MainActivity t${index + 1}}\n`).join('')}`,
  battery: () => `Current Battery Service state:
  AC powered: true
  USB powered: false
  status: 2
  health: 2
  present: true
  level: 100
  scale: 100
  temperature: 250
`,
  diskstats: ({ files: { quota } }) =>
    `Data-Free: ${kilobytes(quota.totalBytes - quota.usedBytes)}K / ${kilobytes(quota.totalBytes)}K total\n`,
  display: ({ screen }) => {
    const { width, height } = screen.size
    return `DISPLAY MANAGER (dumpsys display)
  mBaseDisplayInfo=DisplayInfo{"Built-in Screen", real ${width} x ${height}, density 320, state ${screen.isOn ? 'ON' : 'OFF'}}
  mViewports=[DisplayViewport{type=INTERNAL, valid=true, displayId=0, orientation=${Number(width > height)}, deviceWidth=${width}, deviceHeight=${height}}]
`
  },
  input_method: ({ settings }) =>
    `mCurMethodId=${settings.get('secure', 'default_input_method')}\n  mInputShown=false\n`,
  meminfo: ({ processes }) => {
    const rows = processes
      .list()
      .toSorted((a, b) => b.memoryBytes - a.memoryBytes)
      .map(({ pid, name, memoryBytes }) => `    ${kilobytes(memoryBytes)}K: ${name} (pid ${pid})\n`)
    return `Total PSS by process:
${rows.join('')}
Total RAM: ${kilobytes(processes.totalBytes)}K (status normal)
 Free RAM: ${kilobytes(processes.freeBytes)}K
 Used RAM: ${kilobytes(processes.totalBytes - processes.freeBytes)}K
`
  },
  notification: ({ host }) =>
    host
      .listNotifications()
      .map(
        ({ key, packageName, title, text }) =>
          `  NotificationRecord(pkg=${packageName} key=${key}: ${title}: ${text})\n`,
      )
      .join(''),
  package: (system, [wanted]) => packageReport(system, wanted),
  power: ({ screen }) =>
    `Display Power: state=${screen.isOn ? 'ON' : 'OFF'}\n  mWakefulness=${screen.isOn ? 'Awake' : 'Asleep'}\n`,
  window: ({ screen }) => {
    const { width, height } = screen.size
    return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
    init=${width}x${height} 320dpi cur=${width}x${height} app=${width}x${height}
  mCurrentFocus=Window{1a2b3c4 u0 ${screen.foregroundPackage}/${screen.foregroundPackage}.MainActivity}
  mFocusedApp=AppWindowToken{1a2b3c4 token=Token{1a2b3c4 ActivityRecord{1a2b3c4 u0 ${screen.foregroundPackage}/.MainActivity t1}}}
  KeyguardServiceDelegate
    showing=${screen.isLocked}
    occluded=false
    secure=${screen.pin !== ''}
  mDreamingLockscreen=${screen.isLocked}
  mShowingLockscreen=${screen.isLocked}
  isKeyguardShowing=${screen.isLocked}
  mCurrentRotation=ROTATION_${width > height ? 90 : 0}
`
  },
}

const kilobytes = (bytes: number) => Math.floor(bytes / KIBIBYTE).toLocaleString('en-US')

export const dumpsys: Program = async (context) => {
  const args = context.args.filter((arg) => arg !== '-t' && arg !== '--proto')
  const [service, ...rest] = args
  if (service === '-l' || service === undefined) {
    await print(
      context,
      `Currently running services:\n${Object.keys(REPORTS)
        .map((name) => `  ${name}\n`)
        .join('')}`,
    )
    return 0
  }
  return report(context, service, rest)
}

async function report(context: CommandContext, service: string, args: readonly string[]): Promise<number> {
  const show = Object.hasOwn(REPORTS, service) ? REPORTS[service] : undefined
  if (show === undefined || !context.system.services.use(service)) {
    await printError(context, `Can't find service: ${service}`)
    return 0
  }
  await print(context, show(context.system, args))
  return 0
}
