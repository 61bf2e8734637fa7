// Functions that tests call in every page of the browser: measurements and simulated events.
{
  const all = (selector) => [...document.querySelectorAll(selector)];
  const boxOf = (element) => element.getBoundingClientRect();
  const rangeOf = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range;
  };
  const textBox = (element) => rangeOf(element).getBoundingClientRect();
  const untilStill = () => Promise.all(document.body.getAnimations().map(({ finished }) => finished));
  const isCut = (element) => element.scrollWidth > element.clientWidth + 1;
  const textOf = (element) => element.value ?? element.textContent;
  const isAtMiddle = (element, { x, y, width, height }) =>
    element.contains(document.elementFromPoint(x + width / 2, y + height / 2));

  window.inPage = {
    // Return whether an element is on the screen, and nothing covers its middle.
    async isOnScreen(element) {
      await untilStill();
      const box = boxOf(element);
      return box.top >= 0 && box.bottom <= innerHeight && isAtMiddle(element, box);
    },
    // Close the picker; return whether a tap on Save hits it at once, and after all animations.
    async hitsOfSave() {
      document.querySelector("[data-done]").click();
      const save = document.querySelector(".dock .primary");
      const box = boxOf(save);
      const before = isAtMiddle(save, box);
      await untilStill();
      return [before, isAtMiddle(save, box)];
    },

    cutTexts: (elements) => elements.filter(isCut).map(textOf),
    cutTables() {
      for (const details of all("details")) details.open = true;
      const tables = all(".scrolling").filter((box) => box.scrollWidth > box.clientWidth);
      return tables.map((box) => box.getAttribute("aria-label"));
    },
    textsPastTheEdge: (texts) => texts.filter((text) => boxOf(text).right > innerWidth).map(textOf),
    countVisible: (elements) =>
      elements.filter((one) => one.checkVisibility({ opacityProperty: true })).length,
    visibleTexts: (elements) => elements.filter((one) => one.textContent.trim()
      && one.offsetHeight > 4 && one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.textContent.trim()),
    textsOnOneLine: (elements) => elements.filter((one) => {
      const lines = [...rangeOf(one).getClientRects()].map((line) => Math.round(line.top));
      return new Set(lines).size === 1;
    }).map(textOf),
    countBrokenNames: (names) => names.filter((name) => name.getClientRects().length > 1
      || name.clientHeight > 2 * parseFloat(getComputedStyle(name).fontSize)).length,
    edges: (selector) => all(selector).filter((each) => each.offsetHeight).map(boxOf)
      .map((box) => [Math.round(box.top * 2) / 2, Math.round(box.bottom * 2) / 2]),

    // Return the names and dealer buttons that overlap the amount of their seat or each other.
    overlapsOfNight: () => all(".read-only .seat").flatMap((seat) => {
      const amount = textBox(seat.querySelector("strong"));
      const [disc, name] = [seat.querySelector(".disc"), seat.querySelector(".name")];
      if (disc && boxOf(disc).right > textBox(name).left + 1) return [name.textContent];
      return [disc, name].filter(Boolean).filter((other) => {
        const box = textBox(other);
        const right = Math.min(box.right, boxOf(other).right);
        return right > amount.left + 1 && box.bottom > amount.top + 4 && box.top < amount.bottom - 4;
      }).map((other) => `${other.textContent} covers ${seat.querySelector("strong").textContent}`);
    }),
    writeLargeAmounts(amounts) {
      for (const amount of amounts) {
        amount.textContent = "48,116.00";
        amount.className = "long-amount";
      }
    },
    countRemoveOverAmount: (seats) => seats.filter((seat) => {
      const one = boxOf(seat.querySelector(".remove"));
      const two = textBox(seat.querySelector(".tag-text strong"));
      const isBeside = one.right <= two.left || two.right <= one.left;
      return !isBeside && one.top < two.bottom && two.top < one.bottom;
    }).length,
    countAmountsOutside: (seats) => seats.filter((seat) => {
      const plate = boxOf(seat.querySelector(".plate"));
      const box = textBox(seat.querySelector(".tag-text strong"));
      return box.width
        && (box.top < plate.top || box.bottom > plate.bottom || box.right > plate.right);
    }).length,
    countNamesUnderAmount: (seats) => seats.filter((seat) => {
      const name = textBox(seat.querySelector(".name"));
      const amount = textBox(seat.querySelector(".tag-text strong"));
      return amount.width && amount.left < name.right && amount.top < name.bottom - 4;
    }).length,
    countCutNames: (seats) => seats.filter((seat) => {
      const name = seat.querySelector(".name");
      name.textContent = "David";
      seat.querySelector(".tag-text strong").textContent = "2,100";
      return name.scrollWidth > name.clientWidth;
    }).length,
    // Add copies of a seat, because few deals of the trainer have seven players.
    fillSevenSeats(felt) {
      const seats = felt.querySelectorAll(".drill-seat");
      for (let count = seats.length; count < 7; count += 1) felt.append(seats[0].cloneNode(true));
      felt.className = felt.className.replace(/seats-\d/, "seats-7");
    },

    // Return the number of pixels between the lowest text of all seats and the dock.
    gapAboveDock() {
      const boxes = all(".seat :is(.plate, .made-line, .put-in)").map(boxOf);
      const lowest = Math.max(...boxes.map((box) => box.bottom));
      return boxOf(document.querySelector(".dock-line")).top - lowest;
    },
    contrastsOnFelt() {
      const style = getComputedStyle(document.documentElement);
      const linear = (part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      const light = (name) => {
        const [red, green, blue] = style.getPropertyValue(name).match(/[0-9a-f]{2}/g)
          .map((part) => linear(parseInt(part, 16) / 255));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
      };
      const colors = ["--on-felt", "--on-felt-muted", "--win-color"];
      return colors.map((color) => light(color) / light("--felt-light"));
    },
    faultsOfFelt() {
      const cards = all(".felt .slot").map(boxOf).filter((card) => card.width);
      const meets = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
        && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
      const felt = boxOf(document.querySelector(".felt"));
      const texts = all(".felt :is(.made-line, .headline):not(:empty)").map(boxOf)
        .map(({ left, right, top, bottom }) => ({ left, right, top: top - 3, bottom: bottom + 3 }));
      return {
        overlaps: cards.filter((one, i) => cards.slice(0, i).some((two) => meets(one, two))).length,
        touched: texts.filter((text) => cards.some((card) => meets(text, card))).length,
        outside: cards.filter((card) => card.left < felt.left || card.right > felt.right).length,
        tiny: cards.filter((card) => card.width < 20).length,
        wide: document.documentElement.scrollWidth - innerWidth,
      };
    },
    wordsUnderLiftedCards() {
      const words = all(
        ".board-cards > :is(label, .name), .tag-text strong, .made-line, .headline, .streets label"
      ).filter((each) => each.textContent.trim() && each.offsetHeight > 4);
      return all(".lifted").flatMap((card) => {
        const a = boxOf(card);
        return words.filter((each) => {
          const b = textBox(each);
          return a.left < b.right && b.left < a.right && a.top - 2 < b.bottom && b.top < a.bottom + 2;
        }).map((each) => `${card.title} over ${each.textContent.trim()}`);
      });
    },
    rangeButtonsAreApart() {
      const visible = (selector) => all(selector).filter((one) => one.checkVisibility()).map(boxOf);
      const felt = boxOf(document.querySelector(".felt"));
      const buttons = visible(".range-button");
      const covers = (one, two) => one.left < two.right + 4 && two.left < one.right + 4
        && one.top < two.bottom && two.top < one.bottom;
      return buttons.length > 0 && buttons.every((one) => one.right < felt.right - 4
        && !visible(".felt .slot").some((two) => covers(one, two)));
    },
    boxesOfFelt: () => all(".rail, .rail :is(.card-group, .slots, li, .plate)")
      .map((one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight].join(" ")),

    // Return the sum of the layout shifts so far.
    shiftsSoFar: () => new Promise((done) => {
      const watch = (list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0));
      new PerformanceObserver(watch).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => done(0), 300);
    }),
    // Add each layout shift that doesn't follow a tap to window.shifts, with its elements.
    watchShifts() {
      window.shifts = [];
      const text = (source) => (source.node?.outerHTML ?? "").slice(0, 80);
      const add = (shift) => {
        if (!shift.hadRecentInput) window.shifts.push([shift.value, shift.sources.map(text)]);
      };
      new PerformanceObserver((list) => list.getEntries().forEach(add))
        .observe({ type: "layout-shift", buffered: true });
    },
    // Count taps and keys in window.taps.
    countTaps() {
      window.taps = 0;
      for (const event of ["pointerdown", "keydown"]) {
        addEventListener(event, () => { window.taps += 1; }, true);
      }
    },
    // Count animations of chips in window.slid.
    countSlides() {
      window.slid = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        window.slid += this.matches(".chip") ? 1 : 0;
        return animate.apply(this, args);
      };
    },

    paste(text) {
      const transfer = new DataTransfer();
      transfer.setData("text/plain", text);
      const target = document.activeElement;
      const event = new ClipboardEvent("paste", {
        clipboardData: transfer, bubbles: true, cancelable: true,
      });
      if (target.dispatchEvent(event) && target.setRangeText) target.setRangeText(text);
    },
    drop({ texts, name, type }) {
      const dataTransfer = new DataTransfer();
      for (const text of texts) dataTransfer.items.add(new File([text], name, { type }));
      const event = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("drop", event));
    },
    findGames(typed) {
      const input = document.getElementById("find-game");
      input.value = typed;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      return all('#found-games [role="option"]').map((option) => option.dataset.value);
    },

    async cacheEntries() {
      const names = await caches.keys();
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys())
      );
      return { names, addresses: requests.flat().map(({ url }) => new URL(url).pathname) };
    },
    async cachedTexts() {
      const cache = await caches.open((await caches.keys())[0]);
      const responses = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
      return (await Promise.all(responses.map((response) => response.text()))).join("");
    },
  };
}
