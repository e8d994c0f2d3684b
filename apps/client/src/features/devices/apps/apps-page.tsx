import { formatCount } from '@yunji/contract/display/text'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { CHOOSER_PARAM, useChosenDevices } from '../../../shared/devices/device-choice.ts'
import type { PageParams } from '../../../shared/navigation/params-of.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Segmented } from '../../../shared/ui/choice/segmented.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Page } from '../../../shared/ui/page/page.tsx'
import { Empty } from '../../../shared/ui/status/empty.tsx'
import { noDevices } from '../../../shared/ui/status/illustrations.ts'
import { AppList } from './app-list.tsx'
import styles from './apps.module.css'
import { FileSender } from './file-sender.tsx'

const ROUTE = 'Device/apps'

const views = [
  { value: 'files', label: '安装与上传' },
  { value: 'apps', label: '已装应用' },
] as const
type View = (typeof views)[number]['value']

const choosePath = (ids: readonly number[]): string => {
  const isShort = ids.length > 0 && ids.length <= 100
  return `${pathOf('user/device')}?${CHOOSER_PARAM}=${ROUTE}${isShort ? `&deviceIds=${ids.join()}` : ''}`
}

/** Apps and files on one phone or on many. */
export function AppsPage({ params }: { readonly params: PageParams }) {
  const { ids } = useChosenDevices(ROUTE, params)
  const [view, setView] = useState<View>('files')
  if (ids.length === 0) {
    return (
      <Page route={ROUTE}>
        <Empty illustration={noDevices} title="还没有选择云手机" hint="选择一台或多台，一起安装、打开和卸载应用">
          <Button size="medium" isNarrow to={choosePath(ids)}>
            选择云手机
          </Button>
        </Empty>
      </Page>
    )
  }
  return (
    <Page route={ROUTE}>
      <Box className={styles.head}>
        <Box as="h2" className={styles.chosen}>{`已选 ${formatCount(ids.length)} 台云手机`}</Box>
        <TextLink to={choosePath(ids)}>更改</TextLink>
      </Box>
      <Box className={styles.views}>
        <Segmented label="应用管理" options={views} value={view} onChange={setView} />
      </Box>
      {view === 'files' ? <FileSender ids={ids} /> : <AppList ids={ids} />}
    </Page>
  )
}
