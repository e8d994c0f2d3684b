import { imageTypeLabels } from '@yunji/contract/commerce/commodity/enums'
import type { DeviceGroup } from '@yunji/contract/devices/group/schema'
import { formatCount } from '@yunji/contract/display/text'
import { ZoneTiles } from '../../../shared/commerce/zone-tiles.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import type { Offer } from './offer.ts'
import { DurationTiles } from './parts/duration-card.tsx'
import type { Selection } from './selection.ts'
import styles from './selection-sheets.module.css'

/** A part of a selection that a sheet changes. */
export type SelectionPart = 'zone' | 'duration' | 'image' | 'group'

interface SelectionSheetsProps {
  readonly open: SelectionPart | undefined
  readonly offer: Offer
  readonly groups: readonly DeviceGroup[]
  readonly groupId: number | undefined
  readonly onChange: (change: Partial<Selection>) => void
  readonly onClose: () => void
}

/** Sheets that change a part of the selection. */
export function SelectionSheets({ open, offer, groups, groupId, onChange, onClose }: SelectionSheetsProps) {
  const { zones, zone, prices, price, quantity, configuration, imageType } = offer
  const choose = (change: Partial<Selection>) => {
    onChange(change)
    onClose()
  }
  return (
    <>
      <Sheet isOpen={open === 'zone'} title="区域" onClose={onClose}>
        <Box className={styles.tiles}>
          <ZoneTiles zones={zones} chosenId={zone?.zoneId} onChoose={(zoneId) => choose({ zoneId })} />
        </Box>
      </Sheet>
      <Sheet isOpen={open === 'duration'} title="时长" onClose={onClose}>
        <Box className={styles.tiles}>
          <DurationTiles prices={prices} chosenId={price?.id} quantity={quantity} onChoose={choose} />
        </Box>
      </Sheet>
      <Sheet isOpen={open === 'image'} title="镜像" onClose={onClose}>
        {configuration.imageTypes.map((image) => (
          <Cell
            key={image}
            title={imageTypeLabels[image]}
            choice="radio"
            isChecked={image === imageType}
            onTap={() => choose({ imageType: image })}
          />
        ))}
      </Sheet>
      <Sheet isOpen={open === 'group'} title="分组" onClose={onClose}>
        {groups.map((group) => (
          <Cell
            key={group.groupId}
            title={group.name}
            sub={`${formatCount(group.deviceCount)} 台`}
            choice="radio"
            isChecked={group.groupId === groupId}
            onTap={() => choose({ groupId: group.groupId })}
          />
        ))}
      </Sheet>
    </>
  )
}
