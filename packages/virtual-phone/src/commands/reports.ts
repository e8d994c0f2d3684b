import type { CommandContext, Program } from '../shell/command.ts'
import { print, printError } from '../shell/command.ts'
import type { PhoneSystem } from '../system/system.ts'
import { packageReport } from './package-report.ts'
import { accountReport } from './user-programs.ts'

type Report = (system: PhoneSystem, args: readonly string[]) => string

const KIBIBYTE = 1024

const SYSTEM_IDLE_EXEMPT = ['system-excidle,com.android.shell,2000', 'system,com.android.shell,2000']

const REPORTS: Readonly<Record<string, Report>> = {
  account: accountReport,
  activity: (system, [part = 'activities']) => (part === 'processes' ? processReport(system) : activityReport(system)),
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
  deviceidle: ({ packages }, [part, change = '']) => {
    if (part !== 'whitelist') return 'Settings:\n'
    if (change === '') {
      const own = packages.idleExempt.map((name) => `user,${name},10100`)
      return `${[...SYSTEM_IDLE_EXEMPT, ...own].join('\n')}\n`
    }
    const isAdded = change.startsWith('+')
    const packageName = change.slice(1)
    if (!isAdded && !packages.idleExempt.includes(packageName)) return ''
    if (packages.find(packageName) === null) return `Unknown package: ${packageName}\n`
    packages.setIdleExempt(packageName, isAdded)
    return `${isAdded ? 'Added' : 'Removed'}: ${packageName}\n`
  },
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
  window: ({ activities, properties, screen }) => {
    const { width, height } = screen.size
    const shown = activities.shown()
    const [packageName = '', activity = ''] = shown.split('/')
    const record = `ActivityRecord{1a2b3c4 u0 ${shown} t1}`
    const isOld = Number(properties.get('ro.build.version.sdk')) < 30
    const focused = isOld ? `AppWindowToken{1a2b3c4 token=Token{1a2b3c4 ${record}}}` : record
    const full = `${packageName}/${activity.startsWith('.') ? packageName : ''}${activity}`
    return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
    init=${width}x${height} 320dpi cur=${width}x${height} app=${width}x${height}
  mCurrentFocus=Window{1a2b3c4 u0 ${full}}
  mFocusedApp=${focused}
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

function activityReport({ activities, screen }: PhoneSystem): string {
  const runs = screen.runningPackages.map(
    (name, index) => `    Run #${index}: ActivityRecord{1a2b3c4 u0 ${activities.shown(name)} t${index + 1}}\n`,
  )
  return `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
  mResumedActivity: ActivityRecord{1a2b3c4 u0 ${activities.shown()} t1}
  mFocusedActivity: ActivityRecord{1a2b3c4 u0 ${activities.shown()} t1}
${runs.join('')}`
}

/** Users that zygote's processes run as; others are not known to the activity manager. */
const APP_USER = /^(?:u\d+_a\d+|radio)$/

function processReport({ processes }: PhoneSystem): string {
  const rows = processes
    .list()
    .filter(({ user }) => APP_USER.test(user))
    .map(
      ({ pid, user, name }) => `  *APP* UID ${user} ProcessRecord{1a2b3c4 ${pid}:${name}/${user.replace('_', '')}}\n`,
    )
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${rows.join('')}`
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
