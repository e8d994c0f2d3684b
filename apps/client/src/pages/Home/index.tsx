import { View } from '@tarojs/components'

export default function HomePage() {
  return <View>Home/index</View>
}
