import { View } from '@tarojs/components'

export default function LandingPlayTrialPage() {
  return <View>landing/play-trial/index</View>
}
