import { Counter, Gauge, type Registry } from '@prometheus-io/client'

/** Metrics of the gateway. */
export interface StreamStats {
  readonly viewers: Gauge
  readonly phones: Gauge
  readonly frames: Counter
  readonly bytes: Counter
  readonly skippedFrames: Counter
  readonly inputs: Counter
  readonly ended: Counter<'reason'>
}

export const createStreamStats = (registry: Registry): StreamStats => {
  const registers = [registry]
  return {
    viewers: new Gauge({ name: 'yunji_stream_viewers', help: 'Open screens', registers }),
    phones: new Gauge({ name: 'yunji_stream_phones', help: 'Phones whose encoder is wanted', registers }),
    frames: new Counter({ name: 'yunji_stream_frames_total', help: 'Pictures sent to viewers', registers }),
    bytes: new Counter({ name: 'yunji_stream_bytes_total', help: 'Bytes of pictures sent to viewers', registers }),
    skippedFrames: new Counter({
      name: 'yunji_stream_skipped_frames_total',
      help: 'Pictures that slow viewers were not sent',
      registers,
    }),
    inputs: new Counter({ name: 'yunji_stream_inputs_total', help: 'Touches, keys and texts', registers }),
    ended: new Counter({
      name: 'yunji_stream_ended_total',
      help: 'Screens that the gateway ended, by reason',
      labelNames: ['reason'],
      registers,
    }),
  }
}
