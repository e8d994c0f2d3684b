import { type FileSort, fileSorts } from '@yunji/contract/space/file/rules'
import { spacePath } from '../../../shared/navigation/page-paths.ts'
import { openPage } from '../../../shared/platform/router/router.ts'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { ChoiceGroup } from '../../../shared/ui/choice/choice-group'
import { Box } from '../../../shared/ui/elements/elements'
import { sliders, trash } from '../../../shared/ui/icon/controls.ts'
import { phone } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { sortLabels } from './file-displays.ts'
import styles from './space-files.module.css'

interface OptionsSheetProps {
  readonly isOpen: boolean
  readonly sort: FileSort
  readonly hasFiles: boolean
  readonly onSort: (sort: FileSort) => void
  readonly onSelect: () => void
  readonly onClose: () => void
}

/** Order of the list, and what else can be done with it. */
export function OptionsSheet({ isOpen, sort, hasFiles, onSort, onSelect, onClose }: OptionsSheetProps) {
  const closing = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Sheet isOpen={isOpen} title="排序与管理" onClose={onClose}>
      <Box className={styles.sheet}>
        <Box className={styles.group}>排序</Box>
        <ChoiceGroup role="radiogroup" label="排序">
          {fileSorts.map((each) => (
            <Cell
              key={each}
              title={sortLabels[each]}
              isChecked={each === sort}
              choice="radio"
              onTap={closing(() => onSort(each))}
            />
          ))}
        </ChoiceGroup>
        <Box className={styles.group}>管理</Box>
        {hasFiles && <Cell icon={sliders} title="选择多个" sub="一起发送或删除" onTap={closing(onSelect)} />}
        <Cell icon={phone} title="从云手机取回文件" onTap={closing(() => void openPage(spacePath('phone')))} />
        <Cell
          icon={trash}
          title="回收站"
          sub="删除的文件保留 7 天"
          onTap={closing(() => void openPage(spacePath('trash')))}
        />
      </Box>
    </Sheet>
  )
}
