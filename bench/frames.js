// Runs in a page and tells what its frames cost: start with `frames.start()`, end with
// `frames.stop()`. A frame's work goes from the time that the browser gives it, when input is
// handed out, to the first task after it has been painted.
globalThis.frames = (() => {
  let starts = []
  let work = []
  let long = []
  let isRunning = false
  const painted = new MessageChannel()
  painted.port1.addEventListener('message', ({ data }) => work.push(performance.now() - data))
  painted.port1.start()
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) long.push(duration)
  }).observe({ type: 'longtask' })
  const each = (started) => {
    if (!isRunning) return
    starts.push(started)
    painted.port2.postMessage(started)
    requestAnimationFrame(each)
  }
  return {
    start() {
      starts = []
      work = []
      long = []
      isRunning = true
      requestAnimationFrame(each)
    },
    stop() {
      isRunning = false
      const intervals = starts.slice(1).map((start, i) => start - starts[i])
      return { intervals, work, long }
    },
  }
})()
