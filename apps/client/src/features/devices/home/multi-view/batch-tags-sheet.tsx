import { getTagList, updateDeviceTags } from '@yunji/contract/devices/device/calls'
import { MAX_DEVICES_PER_COMMAND } from '@yunji/contract/devices/device/rules'
import { formatCount } from '@yunji/contract/display/text'
import { useState } from 'react'
import { queryClient, requestData } from '../../../../shared/api/query.ts'
import { useWrite } from '../../../../shared/api/use-write.ts'
import { noteDeviceChanges } from '../../../../shared/devices/device-changes.ts'
import { showToast } from '../../../../shared/feedback/toast.ts'
import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { homeView } from '../home-view.ts'
import { closeSheet, useHomeSheets } from '../sheets/home-sheets.ts'
import styles from '../sheets/small-form.module.css'
import { TagEditor } from '../sheets/tag-editor.tsx'

type Change = 'add' | 'remove'

const changeTags = async (ids: readonly number[], change: Change, tags: readonly string[]): Promise<void> => {
  try {
    for (let from = 0; from < ids.length; from += MAX_DEVICES_PER_COMMAND) {
      const deviceIds = ids.slice(from, from + MAX_DEVICES_PER_COMMAND)
      await requestData(updateDeviceTags, { deviceIds, [change]: [...tags] })
    }
  } finally {
    noteDeviceChanges()
    void queryClient.invalidateQueries({ queryKey: [getTagList.path] })
  }
}

interface BatchTagsSheetProps {
  /** The user's own among the selected devices. */
  readonly ids: readonly number[]
}

/** Adds tags to all selected devices, or removes them from all. */
export function BatchTagsSheet({ ids }: BatchTagsSheetProps) {
  const isOpen = useHomeSheets(({ open }) => open?.kind === 'batchTags')
  const [tags, setTags] = useState<readonly string[]>([])
  const { isBusy, run } = useWrite(async (change: Change) => {
    await changeTags(ids, change, tags)
    showToast(change === 'add' ? '标签已添加' : '标签已移除', 'success')
    setTags([])
    closeSheet()
    homeView.stopChoosing()
  })
  return (
    <Sheet isOpen={isOpen} title={`标签 · ${formatCount(ids.length)} 台`} onClose={closeSheet}>
      <Box className={styles.form}>
        <TagEditor tags={tags} onChange={setTags} />
        <Box className={styles.action}>
          <Button isBusy={isBusy} isDisabled={tags.length === 0} onTap={() => run('add')}>
            添加到所选设备
          </Button>
        </Box>
        <Box className={styles.action}>
          <Button variant="outline" isDisabled={tags.length === 0 || isBusy} onTap={() => run('remove')}>
            从所选设备移除
          </Button>
        </Box>
      </Box>
    </Sheet>
  )
}
