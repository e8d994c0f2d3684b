import { imageTypeLabels } from '@yunji/contract/commerce/commodity/enums'
import { TextLink } from '../../../../shared/ui/button/text-link.tsx'
import { Card } from '../../../../shared/ui/card/card.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { forward } from '../../../../shared/ui/icon/icons.ts'
import { hardwareOf, systemsOf } from '../choice.ts'
import { configurationText, hardwareText } from '../goods-text.ts'
import { type Offer, settledSelection } from '../offer.ts'
import { detailsPath, type Selection } from '../selection.ts'
import styles from './configuration-card.module.css'
import { Pick } from './pick.tsx'

interface ConfigurationCardProps {
  readonly offer: Offer
  /** Leads on to everything about the model. */
  readonly hasDetails?: boolean
  readonly onChange: (selection: Partial<Selection>) => void
}

/** Configurations of the same processor and memory are distinguished by storage. */
const labelsOf = (configurations: ReturnType<typeof hardwareOf>) => {
  const texts = configurations.map(hardwareText)
  return configurations.map((configuration, index) => ({
    value: configuration.configId,
    label:
      texts.indexOf(texts[index] ?? '') === texts.lastIndexOf(texts[index] ?? '')
        ? (texts[index] ?? '')
        : `${texts[index]} · ${configuration.storageGb} GB`,
  }))
}

/** A phone keeps its build for good, since its data belongs to it. */
const SYSTEMS_TEXT = '10/B 和 10/H 是安卓 10 的两个系统版本，购买后不能互换'

/** Configuration and image of the phone. */
export function ConfigurationCard({ offer, hasDetails, onChange }: ConfigurationCardProps) {
  const { goods, configuration, imageType } = offer
  const choose = (configId: number) => onChange({ configId })
  return (
    <Card className={styles.card}>
      <Pick
        label="规格"
        options={labelsOf(hardwareOf(goods, configuration))}
        value={configuration.configId}
        onChange={choose}
      />
      <Pick
        label="系统"
        options={systemsOf(goods, configuration).map(({ configId, version }) => ({ value: configId, label: version }))}
        value={configuration.configId}
        onChange={choose}
      />
      {systemsOf(goods, configuration).length > 1 && (
        <Box as="p" className={styles.systems}>
          {SYSTEMS_TEXT}
        </Box>
      )}
      {imageType !== undefined && (
        <Pick
          label="镜像"
          options={configuration.imageTypes.map((value) => ({ value, label: imageTypeLabels[value] }))}
          value={imageType}
          onChange={(value) => onChange({ imageType: value })}
        />
      )}
      {hasDetails && (
        <Box className={styles.more}>
          <Box className={styles.words}>{configurationText(configuration)}</Box>
          <Box className={styles.way}>
            <TextLink endIcon={forward} to={detailsPath(settledSelection(offer))}>
              查看详情
            </TextLink>
          </Box>
        </Box>
      )}
    </Card>
  )
}
