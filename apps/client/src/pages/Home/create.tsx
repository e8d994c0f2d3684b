import { View } from '@tarojs/components'

export default function HomeCreatePage() {
  return <View>Home/create</View>
}
