// Runs in an empty page after paper.js: what is on the screen of coco-annotator, made of the same
// items and worked by the same steps. `side` and `shapes` (lists of flat rings) are given to `open`.
globalThis.predecessor = (() => {
  const { paper } = globalThis
  let annotation = null

  function pathOf(ring) {
    const path = new paper.Path({ insert: false })
    for (let i = 0; i < ring.length; i += 2) path.add(new paper.Point(ring[i], ring[i + 1]))
    path.closePath()
    return path
  }

  function photograph(side) {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = side
    const context = canvas.getContext('2d')
    context.fillStyle = '#a05020'
    context.fillRect(0, 0, side, side)
    return canvas
  }

  function pan({ downPoint, point }) {
    paper.view.center = paper.view.center.add(downPoint.subtract(point))
  }

  function zoom(event) {
    event.preventDefault()
    paper.view.zoom *= event.deltaY < 0 ? 1.2 : 1 / 1.2
  }

  /** A disc united with the annotation's new part at every move; at the end with the annotation. */
  function brushOf(radius) {
    let painted = null
    const unite = (point) => {
      const disc = new paper.Path.Circle({ center: point, radius, insert: false })
      const next = painted === null ? disc : painted.unite(disc)
      painted?.remove()
      painted = next
      paper.project.activeLayer.addChild(painted)
      painted.fillColor = '#ff4444'
    }
    return {
      onMouseDown: ({ point }) => unite(point),
      onMouseDrag: ({ point }) => unite(point),
      onMouseUp() {
        const united = annotation.unite(painted)
        annotation.remove()
        painted.remove()
        painted = null
        annotation = united
        annotation.flatten(1)
      },
    }
  }

  function itemAt(point) {
    const options = { fill: true, stroke: true, segments: true, tolerance: 5 }
    const hit = paper.project.hitTest(point, options)?.item
    return hit instanceof paper.Path ? hit.parent : null
  }

  /** A disc is taken from the annotation at every move; at the end it is simplified. */
  function eraserOf(radius) {
    const subtract = (point) => {
      const disc = new paper.Path.Circle({ center: point, radius, insert: false })
      const next = annotation.subtract(disc)
      annotation.remove()
      annotation = next
    }
    return {
      onMouseDown: ({ point }) => subtract(point),
      onMouseDrag: ({ point }) => subtract(point),
      onMouseUp: () => annotation.flatten(1),
    }
  }

  /** Shows what is under the pointer, on a click all of its points, and moves one that is dragged. */
  function selection() {
    let [hovered, selected, segment] = [null, null, null]
    return {
      onMouseMove({ point }) {
        if (hovered !== null) hovered.selected = hovered === selected
        hovered = itemAt(point)
        if (hovered !== null) hovered.selected = true
      },
      onMouseDown({ point }) {
        if (selected !== null) selected.fullySelected = false
        selected = itemAt(point)
        if (selected !== null) selected.fullySelected = true
        segment = selected?.hitTest(point, { segments: true, tolerance: 10 })?.segment ?? null
      },
      onMouseDrag({ point }) {
        if (segment !== null) segment.point = point
      },
    }
  }

  const tools = {
    pan: () => ({ onMouseDrag: pan }),
    brush: () => brushOf(5),
    eraser: () => eraserOf(30),
    select: selection,
  }

  let size = 1

  function showWhole() {
    paper.view.zoom = Math.min(innerWidth, innerHeight) / size
    paper.view.center = [size / 2, size / 2]
    paper.view.update()
  }

  return {
    open({ side, shapes }) {
      const canvas = document.createElement('canvas')
      document.body.style.margin = '0'
      document.body.append(canvas)
      canvas.width = innerWidth
      canvas.height = innerHeight
      paper.setup(canvas)
      const raster = new paper.Raster(photograph(side))
      raster.position = [side / 2, side / 2]
      for (const rings of shapes) {
        annotation = new paper.CompoundPath({ children: rings.map(pathOf) })
        annotation.fillColor = new paper.Color(0.13, 0.67, 0.4, 0.6)
        annotation.strokeColor = '#116633'
      }
      size = side
      showWhole()
      canvas.addEventListener('wheel', zoom)
    },
    showWhole,
    take(tool) {
      paper.tool?.remove()
      Object.assign(new paper.Tool(), tools[tool]())
    },
  }
})()
