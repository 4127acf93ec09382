export function App() {
  return <main>Tieout</main>;
}
