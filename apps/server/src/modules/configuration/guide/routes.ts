import * as calls from '@yunji/contract/configuration/guide/calls'
import { DEFAULT_GUIDE_STEPS, DEFAULT_PLAY_TRIAL } from '@yunji/contract/configuration/guide/content'
import { TRIAL_MINUTES } from '@yunji/contract/configuration/guide/rules'
import { guideSteps, playTrial } from '@yunji/contract/configuration/guide/schema'
import { getGuideSteps, setGuideSteps, setPlayTrial } from '@yunji/contract/operator/content-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { checkPictures } from '../../content/pictures/index.ts'
import { countRunning, findOpenTrial, listTrialZones } from '../../devices/trials/index.ts'
import { readSetting, writeSetting } from '../configure/index.ts'
import { endGuide, isNewcomer } from './store.ts'

const STEPS = 'guideSteps'
const LANDING = 'playTrial'

interface GuideDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Content of the landing pages, the default where the operator has set none. */
export const readPlayTrial = (db: Db | Tx) => readSetting(db, LANDING, playTrial, { unset: DEFAULT_PLAY_TRIAL })

const readSteps = (db: Db | Tx) => readSetting(db, STEPS, guideSteps, { unset: { steps: [...DEFAULT_GUIDE_STEPS] } })

export const guideRoutes = (deps: GuideDeps): Binding[] => {
  const { clock } = deps
  const { db } = deps.database
  return [
    bind(calls.getNewUserGuideConfig_V2, async (_input, { caller }) => {
      const { steps } = await readSteps(db)
      const isTrialOn = (await findOpenTrial(db)) !== undefined
      return {
        steps: steps.filter(({ target }) => target !== 'trial' || isTrialOn),
        trialMinutes: TRIAL_MINUTES,
        isTrialOn,
        isTourDue: caller !== null && (await isNewcomer(db, caller.userId)),
      }
    }),
    bind(calls.endNewUserGuide, async (_input, { caller }) => {
      await endGuide(db, caller.userId, clock.now())
      return null
    }),
    bind(calls.getPlayTrial, async () => {
      const content = await readPlayTrial(db)
      const open = await findOpenTrial(db)
      const trial = {
        isOn: open !== undefined,
        minutes: TRIAL_MINUTES,
        isFree: open !== undefined && (await listTrialZones(db, open)).length > 0,
        phone: open?.phone ?? null,
        running: await countRunning(db),
      }
      return { ...content, trial }
    }),
    bind(getGuideSteps, () => readSteps(db)),
    bindAudited(
      deps,
      setGuideSteps,
      { subject: () => 'setting:guideSteps', read: readSteps },
      ({ database }, { steps }) =>
        database.db.transaction(async (tx) => {
          const images = steps.map(({ image }) => image)
          await checkPictures(tx, images)
          await writeSetting(tx, STEPS, { steps }, clock.now())
          return null
        }),
    ),
    bindAudited(
      deps,
      setPlayTrial,
      { subject: () => 'setting:playTrial', read: readPlayTrial },
      ({ database }, content) =>
        database.db.transaction(async (tx) => {
          const { icon, hero, pictures } = content.game
          await checkPictures(tx, [icon, hero, ...pictures.map(({ image }) => image)])
          await writeSetting(tx, LANDING, content, clock.now())
          return null
        }),
    ),
  ]
}
