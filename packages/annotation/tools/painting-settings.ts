import type { NumberSetting } from '../settings.ts'

/** The radius of a round brush, in image pixels, with its usual value. */
export function radiusSetting(usual: number): NumberSetting {
  return {
    kind: 'number',
    usual,
    least: 1,
    most: 500,
    unit: 'px',
    sliderEnd: 200,
    keyStep: 'step',
    label: { en: 'Radius', ko: '반경' },
    inStrip: true,
  }
}

/** Change of the radius per key press. */
export const stepSetting: NumberSetting = {
  kind: 'number',
  usual: 2,
  least: 1,
  most: 50,
  unit: 'px',
  label: { en: 'Step of the keys', ko: '키로 바꾸는 간격' },
}
