/** What the traders of the sandbox sell, commission and raise money for, including awkward texts. */

export const GOODS: readonly string[] = [
  "Ankara fabric, 6 yards",
  "Shea butter 25 kg",
  "Refurbished ThinkPad T480",
  "Solar inverter 3.5 kVA",
  "Leather sandals, size 43",
  "Rice 50 kg <long grain> & beans",
  'Curtains 90" x 84", pair',
  "Generator service kit",
  "Café crème gift set",
  "Ọjà Àdìrẹ tablecloth",
  "Baby stroller – grey",
  "Wedding cake, 3 tiers",
  "Toyota Corolla brake pads",
  "Smoked catfish carton",
  "Palm oil 25 L",
  "Office chair 'Lagos'",
  "🎧 Wireless headset",
  "عباية سوداء",
  "שמלת ערב",
  "金継ぎ bowl",
  "=Deluxe hamper",
  "+1 guest ticket",
  "@home cleaning visit",
  "-20% clearance lot",
  "Kente cloth | single weave",
  "Über-warm duvet",
  "Spare parts: pump; hose; clamp",
  "School books\tJSS 2",
  "Phone repair (screen)",
  "Łódź lace trimmings",
];

export const PROJECTS: readonly string[] = [
  "Borehole for Ikot Ekpene",
  "Match-day kit for the under-15s",
  "Ada's surgery",
  "Roof for St. Brigid's school",
  "Short film “Harmattan”",
  "Flood relief, Lokoja",
  "Kids' coding club laptops 💻",
  "Community radio mast",
];

export const TASKS: readonly string[] = [
  "Survey",
  "Foundation",
  "Roofing",
  "Wiring",
  "Painting",
  "Design draft",
  "First build",
  "Handover",
  "Photo shoot",
  "Editing",
];

export const PURPOSES: readonly string[] = ["charity", "medical", "education", "business"];

export const TERMS: readonly (string | null)[] = [
  "Goods inspected before release.",
  "No refund after delivery; exchange within 7 days.",
  'Delivery to park, buyer pays "waybill".',
  "Payment held until both parties agree.",
  "",
  null,
  "As discussed on the phone,\nsee chat.",
  "=IF(delivered,pay,refund)",
];

const GIVEN_NAMES: readonly string[] = [
  "Ada",
  "Olúwaṣeun",
  "Ngozi",
  "Chinedu",
  "Fátima",
  "José",
  "Zoë",
  "Björn",
  "Siobhán",
  "Nguyễn",
  "Amélie",
  "Kwame",
  "Aisha",
  "李",
  "محمد",
  "Yael",
  "Bola",
  "Tunde",
];

const FAMILY_NAMES: readonly string[] = [
  "Obi",
  "Adéyẹmí",
  "Okonkwo",
  "O'Brien",
  "Müller",
  "García-López",
  "Van der Berg",
  "Mensah",
  "Bello",
  "D’Souza",
  "小明",
  "الأحمد",
  "Eze",
  "Smith, Jr.",
];

/** Full names of the customers, in a fixed order. */
export const CUSTOMER_NAMES: readonly string[] = GIVEN_NAMES.flatMap((given) =>
  FAMILY_NAMES.map((family) => `${given} ${family}`),
);

export const WITHDRAWAL_TEXTS: readonly (string | null)[] = [
  "Withdrawal to bank",
  "Payout to GTBank ****4821",
  "Withdrawal: rent & wages",
  null,
];

export const TOP_UP_TEXTS: readonly (string | null)[] = [
  "Wallet top-up",
  "Card funding, VISA ****1117",
  "+ bank transfer received",
  "Top-up via USSD *737#",
];

export const BONUS_TEXTS: readonly (string | null)[] = [
  "Referral bonus 🎉",
  "Loyalty bonus",
  "Bonus, August “Refer & earn”",
];
