import { VersionFilter, versionFilterLabels } from '@yunji/contract/devices/device/enums'
import { Chip } from '../../../shared/ui/choice/chip.tsx'
import { Chips } from '../../../shared/ui/choice/chips.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { sliders } from '../../../shared/ui/icon/controls.ts'
import type { DeviceList } from './api/devices.ts'
import styles from './device-filters.module.css'
import { homeView, stateFilterLabels, useHomeView } from './home-view.ts'
import { openSheet } from './sheets/home-sheets.ts'

interface DeviceFiltersProps {
  readonly counts: DeviceList['counts']
}

/** The Android builds, with how many devices run each. */
export function DeviceFilters({ counts }: DeviceFiltersProps) {
  const version = useHomeView((view) => view.version)
  const state = useHomeView((view) => view.state)
  const tag = useHomeView((view) => view.tag)
  const options = [
    { value: VersionFilter.all, label: versionFilterLabels[VersionFilter.all], count: counts?.all },
    { value: VersionFilter['10/B'], label: versionFilterLabels[VersionFilter['10/B']], count: counts?.['10/B'] },
    { value: VersionFilter['10/H'], label: versionFilterLabels[VersionFilter['10/H']], count: counts?.['10/H'] },
  ]
  return (
    <Box className={styles.row}>
      <Box className={styles.chips}>
        <Chips label="系统版本" isCompact options={options} value={version} onChange={homeView.setVersion} />
      </Box>
      <Box className={styles.more}>
        <Chip icon={sliders} onTap={() => openSheet({ kind: 'states' })}>
          {state && tag ? '已筛选' : state ? stateFilterLabels[state] : (tag ?? '状态')}
        </Chip>
      </Box>
    </Box>
  )
}
