import { expect, test } from 'vitest'

import type { LabelledImage, Loss } from './labelled-image.ts'
import { readCvat, type CvatLabel } from './read-cvat.ts'
import { cvatEnd, cvatImage, cvatStart } from './write-cvat.ts'

function read(text: string) {
  const images: LabelledImage[] = []
  const labels: CvatLabel[] = []
  const losses: Loss[] = []
  const reader = readCvat({
    onImage: (image) => images.push(image),
    onLabel: (label) => labels.push(label),
    onLoss: (loss) => losses.push(loss),
  })
  reader.push(text)
  reader.end()
  return { images, labels, losses }
}

function readShapes(shapes: string) {
  const { images, losses } = read(
    `<annotations><image id="0" name="a/eye.png" width="100" height="80">${shapes}</image></annotations>`,
  )
  return { annotations: images[0]?.annotations ?? [], labels: images[0]?.labels, losses }
}

test('reads shapes with their attributes, sources and tags', () => {
  const { annotations, labels, losses } = readShapes(`
    <box label="disc" source="auto" occluded="1" xtl="10.00" ytl="20.50" xbr="30.00" ybr="40.50" z_order="0">
      <attribute name="quality">good &amp; sharp</attribute>
      <attribute name="note"></attribute>
    </box>
    <polygon label="lesion" points="1.00,1.00;9.50,1.00;9.50,9.00" occluded="0"></polygon>
    <polyline label="vessel" points="0.00,0.00;50.25,60.00" occluded="0" source="semi-auto"/>
    <points label="fovea" points="5.50,6.00;7.00,8.00"/>
    <skeleton label="pair" source="manual">
      <points label="nasal" occluded="1" outside="0" points="3.00,4.00"/>
      <points label="temporal" occluded="0" outside="1" points="5.00,6.00"/>
      <attribute name="a">b</attribute>
    </skeleton>
    <mask label="bleed" rle="1, 2, 1" left="98" top="3" width="2" height="2"/>
    <tag label="good_frame" source="manual"></tag>`)
  expect(losses).toEqual([])
  expect(labels).toEqual(['good_frame'])
  expect(annotations).toMatchObject([
    {
      label: 'disc',
      area: { kind: 'box', box: { x: 10, y: 20.5, width: 20, height: 20 } },
      metadata: { quality: 'good & sharp', note: '', occluded: true },
      origin: 'automatic',
    },
    { area: { kind: 'polygons', shape: [{ outer: [1, 1, 9.5, 1, 9.5, 9] }] }, origin: 'manual' },
    { area: { kind: 'none' }, lines: [[0, 0, 50.25, 60]], origin: 'semiautomatic' },
    {
      keypoints: [
        { name: '1', x: 5.5, y: 6, visibility: 2 },
        { name: '2', x: 7, y: 8, visibility: 2 },
      ],
    },
    {
      keypoints: [
        { name: 'nasal', x: 3, y: 4, visibility: 1 },
        { name: 'temporal', visibility: 0 },
      ],
      metadata: { a: 'b' },
    },
    // Foreground: the right pixel of the first row, and the left of the second.
    { area: { kind: 'mask', mask: { counts: [98 * 80 + 4, 1, 78, 1, 76] } } },
  ])
})

test('a box turned by a quarter about its centre, and an ellipse, become polygons', () => {
  const { annotations } = readShapes(`
    <box label="a" xtl="10" ytl="10" xbr="30" ybr="20" rotation="90"/>
    <ellipse label="a" cx="50" cy="40" rx="20" ry="10" rotation="90"/>`)
  const [box, ellipse] = annotations.map(({ area }) =>
    area.kind === 'polygons' ? area.shape.flatMap(({ outer }) => outer) : [],
  )
  expect(box).toEqual([25, 5, 25, 25, 15, 25, 15, 5])
  const [xs, ys] = [0, 1].map((axis) => ellipse?.filter((_, i) => i % 2 === axis) ?? [])
  expect([Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]).toEqual([40, 60])
  expect([Math.min(...(ys ?? [])), Math.max(...(ys ?? []))]).toEqual([20, 60])
})

function part(label: string, x: number): string {
  return `<polygon label="${label}" points="${x},0;${x + 5},0;${x},5" group_id="7"/>`
}

test('shapes of a group become one annotation if they can', () => {
  const { annotations } = readShapes(`
    ${part('a', 0)}${part('b', 10)}${part('a', 20)}
    <polyline label="a" points="0,0;9,9" group_id="7"/>
    <box label="c" xtl="0" ytl="0" xbr="1" ybr="1" group_id="8"/>
    <box label="c" xtl="2" ytl="2" xbr="3" ybr="3" group_id="8"/>`)
  expect(annotations.map(({ label, area, lines }) => [label, area.kind, lines.length])).toEqual([
    ['a', 'polygons', 1],
    ['b', 'polygons', 0],
    ['c', 'box', 0],
    ['c', 'box', 0],
  ])
  const [joined] = annotations
  expect(joined?.area).toMatchObject({ shape: [{}, {}] })
})

test('what cannot be carried over is counted by kind, and the rest is read', () => {
  const { images, losses } = read(`<annotations>
    <track id="0" label="a"><box frame="0" xtl="0" ytl="0" xbr="1" ybr="1"/></track>
    <image id="0" name="eye.png" width="10" height="10">
      <cuboid label="a" xtl1="0"/><cuboid label="a"/>
      <polygon label="a" points="1,1;2,2"/><polygon label="a" points="1,x;2,2;3,3"/>
      <box xtl="0" ytl="0" xbr="1" ybr="1"/>
      <tag label="b"><attribute name="c">d</attribute></tag>
      <box label="a" xtl="0" ytl="0" xbr="1" ybr="1"/>
    </image></annotations>`)
  expect(images).toMatchObject([{ labels: ['b'], annotations: [{ label: 'a' }] }])
  expect(losses.map(({ kind, why, fileName }) => `${kind} ${why} ${fileName ?? '-'}`)).toEqual([
    'track unsupported -',
    'cuboid unsupported eye.png',
    'cuboid unsupported eye.png',
    'polygon damaged eye.png',
    'polygon damaged eye.png',
    'box damaged eye.png',
    'tag attribute unsupported eye.png',
  ])
})

test('a file that was written is read again', () => {
  const image: LabelledImage = {
    fileName: 'left/"눈" & <1>.png',
    size: { width: 100, height: 80 },
    labels: ['good frame'],
    annotations: [
      {
        label: 'disc',
        area: {
          kind: 'polygons',
          shape: [
            { outer: [1.25, 1, 20, 1, 20, 20.75], holes: [] },
            { outer: [40, 40, 60, 40, 60, 60], holes: [] },
          ],
        },
        lines: [[3, 4, 5.5, 6]],
        keypoints: [
          { name: 'nasal', x: 3, y: 4.25, visibility: 1 },
          { name: 'temporal', x: 0, y: 0, visibility: 0 },
        ],
        metadata: { note: '“a”\n둘', occluded: true },
        origin: 'semiautomatic',
      },
      {
        label: 'disc',
        area: { kind: 'box', box: { x: 1, y: 2, width: 30.5, height: 40 } },
        lines: [],
        keypoints: [],
        metadata: {},
        origin: 'automatic',
      },
    ],
  }
  const labels = [{ name: 'disc', color: '#aabbcc', keypoints: ['nasal', 'temporal'] }]
  const { text, written } = cvatImage(image, 0)
  const again = read(cvatStart({ name: 'A & B', size: 1, labels }) + text + cvatEnd)
  expect(written).toBe(2)
  expect(again.losses).toEqual([])
  expect(again.labels).toEqual([{ name: 'disc', color: '#aabbcc' }])
  expect(again.images).toEqual([image])
})
