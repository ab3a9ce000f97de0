//! Values that are hard to find: where some choice keeps every promise, a call is never called broken.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use specc::interp::{Accepted, Call, State, Value};
use specc::ir::OperationId;

use crate::probe::{NOW, Probe, json};

/// Both ways of choosing numbers.
fn probes(text: &str) -> [Probe; 2] {
    [Probe::new(text), Probe::distinct(text)]
}

/// Makes a call that must succeed, and gives its outputs.
fn done(probe: &mut Probe, name: &str, inputs: &str) -> Json {
    let told = probe.call(name, inputs);
    assert!(told.starts_with('{'), "{name} {inputs}: {told}");
    json(&told)
}

/// Makes a call so many times; its output is another one each time.
fn all_different(probe: &mut Probe, name: &str, inputs: &str, times: usize) {
    let found: BTreeSet<String> = (0..times).map(|_| done(probe, name, inputs).to_string()).collect();
    assert_eq!(found.len(), times, "{name}");
}

#[test]
fn an_enum_has_no_values_after_its_last_one() {
    let text = "service B {
      enum Colour { RED, BLUE }
      state { used: Set[Colour] }
      operation Draw {
        output: colour: Colour
        ensures:
          colour not in used
          colour in used'
      }
    }";
    for mut probe in probes(text) {
        all_different(&mut probe, "Draw", "{}", 2);
        assert_eq!(probe.call("Draw", "{}"), "broken: an ensures of `Draw` does not hold: colour not in used");
        let third = Value::Enum(2);
        let used: Value = Value::Set((0..3).map(Value::Enum).collect());
        let made_up = Accepted { state: State::new(vec![used]), outputs: vec![third] };
        let call = Call { operation: OperationId(0), inputs: Vec::new() };
        let judged = probe.machine.judge(&probe.state, &call, &made_up, NOW).map_err(|finding| finding.why);
        assert_eq!(judged, Err(Some("the enum has no such value".to_string())));
    }
}

#[test]
fn an_element_of_a_relation_is_all_that_changes() {
    let text = "service A {
      entity Box { tags: Set[Int] sizes: Map[Int, Int] }
      state { rel: Int -> set Int sets: Map[Int, Set[Int]] boxes: Int -> one Box }
      operation Add { input: k: Int, v: Int ensures: v in rel'[k] }
      operation Take { input: k: Int, v: Int ensures: v not in rel'[k] }
      operation Swap { input: k: Int, v: Int, w: Int ensures: v not in rel'[k] and w in rel'[k] }
      operation Collect { input: k: Int, v: Int ensures: v in sets'[k] }
      operation Tag { input: k: Int, v: Int ensures: v in boxes'[k].tags }
      operation Size { input: k: Int, v: Int ensures: boxes'[k].sizes[v] = v }
      operation Unsize { input: k: Int, v: Int requires: k in boxes ensures: v not in boxes'[k].sizes }
    }";
    for mut probe in probes(text) {
        for (name, inputs, field, after) in [
            ("Add", r#"{"k": 1, "v": 1}"#, "rel", r#"{"1": [1]}"#),
            ("Add", r#"{"k": 1, "v": 2}"#, "rel", r#"{"1": [1, 2]}"#),
            ("Take", r#"{"k": 1, "v": 1}"#, "rel", r#"{"1": [2]}"#),
            ("Swap", r#"{"k": 1, "v": 2, "w": 3}"#, "rel", r#"{"1": [3]}"#),
            ("Take", r#"{"k": 1, "v": 3}"#, "rel", "{}"),
            ("Take", r#"{"k": 1, "v": 3}"#, "rel", "{}"),
            ("Collect", r#"{"k": 1, "v": 3}"#, "sets", r#"{"1": [3]}"#),
            ("Tag", r#"{"k": 1, "v": 3}"#, "boxes", r#"{"1": {"tags": [3], "sizes": {}}}"#),
            ("Size", r#"{"k": 1, "v": 4}"#, "boxes", r#"{"1": {"tags": [3], "sizes": {"4": 4}}}"#),
            ("Unsize", r#"{"k": 1, "v": 4}"#, "boxes", r#"{"1": {"tags": [3], "sizes": {}}}"#),
        ] {
            assert_eq!(probe.call(name, inputs), "{}", "{name}");
            assert_eq!(probe.field(field), json(after), "{name}");
        }
    }
}

#[test]
fn the_last_free_number_of_a_range_is_found() {
    let text = "service L {
      type Locker = Int where value >= 1 and value <= 60
      predicate isSeat(n: Int) = n > 100 and n <= 180
      type Seat = Int where isSeat(value)
      state { rented: Set[Locker] seats: Seat -> one Int capacity: Int = 70 }
      predicate free(n: Seat) = n not in seats
      operation Rent {
        output: locker: Locker
        requires: #rented < 60
        ensures:
          locker not in rented
          locker in rented'
      }
      operation Back { input: locker: Locker requires: locker in rented ensures: locker not in rented' }
      operation Book {
        output: seat: Seat
        ensures:
          free(seat)
          seats'[seat] = 0
      }
      operation Leave { input: seat: Seat requires: seat in seats ensures: seat not in seats' }
      operation Number {
        output: n: Option[Int]
        ensures: n != none and n > 30 and n <= capacity and n / 7 * 7 = n and n / 9 * 9 = n
      }
    }";
    for mut probe in probes(text) {
        all_different(&mut probe, "Rent", "{}", 60);
        assert_eq!(probe.call("Back", r#"{"locker": 35}"#), "{}");
        assert_eq!(done(&mut probe, "Rent", "{}"), json(r#"{"locker": 35}"#));
        all_different(&mut probe, "Book", "{}", 80);
        assert_eq!(probe.call("Leave", r#"{"seat": 143}"#), "{}");
        assert_eq!(done(&mut probe, "Book", "{}"), json(r#"{"seat": 143}"#));
        assert_eq!(probe.call("Book", "{}"), "broken: an ensures of `Book` does not hold: free(seat)");
        assert_eq!(done(&mut probe, "Number", "{}"), json(r#"{"n": 63}"#));
    }
}

#[test]
fn an_open_field_keeps_its_distance_from_all_others() {
    let text = "service S {
      entity Part { size: Int where value >= 0 and value <= 50 }
      entity Mark { at: Int where value >= 0 and value < 3000 }
      state { parts: Int -> one Part marks: Int -> one Mark }
      operation Cut { input: id: Int requires: id not in parts ensures: id in parts' }
      operation Set { input: id: Int requires: id not in marks ensures: id in marks' }
      invariant apart: all a in parts, b in parts | a = b or parts[a].size - parts[b].size >= 10
        or parts[b].size - parts[a].size >= 10
      invariant wide: all a in marks, b in marks | a = b or marks[a].at - marks[b].at >= 100
        or marks[b].at - marks[a].at >= 100
    }";
    for mut probe in probes(text) {
        for id in 0..5 {
            done(&mut probe, "Cut", &format!(r#"{{"id": {id}}}"#));
        }
        for id in 0..15 {
            done(&mut probe, "Set", &format!(r#"{{"id": {id}}}"#));
        }
    }
}

#[test]
fn every_element_of_a_collection_is_tried() {
    let text = "service R {
      type Name = String where value matches /^[a-z]{3,8}$/
      entity Room { name: Name seats: Int }
      state { rooms: Name -> one Int list: Seq[Int] all_of: Int -> one Room }
      predicate suits(name: Name, seats: Int) = name in rooms and rooms[name] >= seats
      operation Put { input: name: Name, seats: Int ensures: rooms'[name] = seats }
      operation Build { input: name: Name, seats: Int ensures: all_of'[seats] = Room { name = name, seats = seats } }
      operation Append { input: n: Int ensures: list' = list + [n] }
      operation Suggest {
        input: seats: Int
        output: name: Name
        requires: some r in rooms | rooms[r] >= seats
        ensures:
          name in rooms
          rooms[name] >= seats
      }
      operation Domain { input: seats: Int output: name: Name ensures: name in dom(rooms) and rooms[name] = seats }
      operation Range { input: min: Int output: n: Int ensures: n in ran(rooms) and n > min }
      operation Record { input: min: Int output: room: Room ensures: room in ran(all_of) and room.seats > min }
      operation Suit { input: seats: Int output: name: Name ensures: suits(name, seats) }
      operation Index { input: seats: Int output: name: Name ensures: rooms[name] >= seats }
      operation Either {
        input: seats: Int
        output: name: Name
        ensures: if seats > 10 then name in rooms and rooms[name] = seats else name not in rooms
      }
      operation Maybe {
        input: seats: Int
        output: name: Option[Name]
        ensures: if some r in rooms | rooms[r] >= seats then name != none and name in rooms and rooms[name] >= seats
          else name = none
      }
      operation Element { input: min: Int output: n: Int ensures: n in list and n > min }
      operation Position { input: n: Int output: at: Int ensures: at >= 0 and at < #list and list[at] = n }
      operation Anywhere { input: n: Int output: at: Int ensures: list[at] = n }
    }";
    for mut probe in probes(text) {
        for seats in 0..60u8 {
            let name = format!("zz{}{}", char::from(b'a' + seats / 26), char::from(b'a' + seats % 26));
            done(&mut probe, "Put", &format!(r#"{{"name": "{name}", "seats": {seats}}}"#));
            done(&mut probe, "Build", &format!(r#"{{"name": "{name}", "seats": {seats}}}"#));
            done(&mut probe, "Append", &format!(r#"{{"n": {}}}"#, 1000 * i64::from(seats)));
        }
        for (name, inputs, found) in [
            ("Suggest", r#"{"seats": 20}"#, r#"{"name": "zzau"}"#),
            ("Suggest", r#"{"seats": 25}"#, r#"{"name": "zzaz"}"#),
            ("Suggest", r#"{"seats": 59}"#, r#"{"name": "zzch"}"#),
            ("Domain", r#"{"seats": 44}"#, r#"{"name": "zzbs"}"#),
            ("Record", r#"{"min": 58}"#, r#"{"room": {"name": "zzch", "seats": 59}}"#),
            ("Range", r#"{"min": 58}"#, r#"{"n": 59}"#),
            ("Suit", r#"{"seats": 59}"#, r#"{"name": "zzch"}"#),
            ("Index", r#"{"seats": 59}"#, r#"{"name": "zzch"}"#),
            ("Either", r#"{"seats": 59}"#, r#"{"name": "zzch"}"#),
            ("Maybe", r#"{"seats": 59}"#, r#"{"name": "zzch"}"#),
            ("Maybe", r#"{"seats": 60}"#, r#"{"name": null}"#),
            ("Element", r#"{"min": 58500}"#, r#"{"n": 59000}"#),
            ("Position", r#"{"n": 45000}"#, r#"{"at": 45}"#),
            ("Anywhere", r#"{"n": 45000}"#, r#"{"at": 45}"#),
        ] {
            assert_eq!(done(&mut probe, name, inputs), json(found), "{name}");
        }
        done(&mut probe, "Either", r#"{"seats": 5}"#);
        assert_eq!(
            probe.call("Domain", r#"{"seats": 99}"#),
            "broken: an ensures of `Domain` does not hold: name in dom(rooms) and rooms[name] = seats"
        );
    }
}

#[test]
fn one_of_many_elements_is_found_beside_another_choice() {
    let text = "service P {
      state { prices: Int -> one Int stock: Int -> one Int }
      operation Price { input: id: Int, n: Int ensures: prices'[id] = n }
      operation Stock { input: id: Int, n: Int ensures: stock'[id] = n }
      operation Pair {
        input: total: Int
        output: a: Int, b: Int
        ensures: a in prices and b in stock and prices[a] + stock[b] = total
      }
      operation Above { output: n: Int ensures: all id in prices | prices[id] < n }
      operation Round { output: n: Int ensures: n / 10 * 10 = n and all id in prices | prices[id] < n }
      operation Half { input: n: Int output: half: Int ensures: 2 * half = n }
      operation Best { output: id: Int ensures: id in prices and all other in prices | prices[other] <= prices[id] }
      operation Split { input: total: Int output: a: Int, b: Int ensures: a + b = total and b - a = 100 }
      operation Window {
        input: low: Int
        output: a: Int, b: Int
        ensures: a > low and b > a and b - a > 5000 and b < a + 5002
      }
    }";
    for mut probe in probes(text) {
        for id in 1..=40 {
            done(&mut probe, "Price", &format!(r#"{{"id": {id}, "n": {}}}"#, 100 * id));
            done(&mut probe, "Stock", &format!(r#"{{"id": {id}, "n": {}}}"#, id));
        }
        assert_eq!(done(&mut probe, "Pair", r#"{"total": 3939}"#), json(r#"{"a": 39, "b": 39}"#));
        assert_eq!(done(&mut probe, "Split", r#"{"total": 1000}"#), json(r#"{"a": 450, "b": 550}"#));
        done(&mut probe, "Window", r#"{"low": 77}"#);
        assert!(done(&mut probe, "Above", "{}")["n"].as_i64() > Some(4000));
        assert!(done(&mut probe, "Round", "{}")["n"].as_i64() > Some(4000));
        assert_eq!(done(&mut probe, "Half", r#"{"n": 123456}"#), json(r#"{"half": 61728}"#));
        assert_eq!(done(&mut probe, "Best", "{}"), json(r#"{"id": 40}"#));
    }
}

#[test]
fn every_text_of_a_small_pattern_is_tried() {
    let text = "service T {
      type Seat = String where value matches /^[A-L](1[0-9]|[1-9])$/
      type Key = String where value matches /^(red|blue)-[xy]{1,2}$/
      entity Locker { key: Key }
      state { taken: Set[Seat] lockers: Int -> one Locker }
      operation Take { output: seat: Seat ensures: seat not in taken and seat in taken' }
      operation Free { input: seat: Seat ensures: seat not in taken' }
      operation Fit { input: id: Int requires: id not in lockers ensures: id in lockers' }
      invariant distinct: all a in lockers, b in lockers | a = b or lockers[a].key != lockers[b].key
    }";
    for mut probe in probes(text) {
        all_different(&mut probe, "Take", "{}", 228);
        assert_eq!(
            probe.call("Take", "{}"),
            "broken: an ensures of `Take` does not hold: seat not in taken and seat in taken'"
        );
        for seat in ["A1", "C7", "F19", "L10", "L19"] {
            done(&mut probe, "Free", &format!(r#"{{"seat": "{seat}"}}"#));
            assert_eq!(done(&mut probe, "Take", "{}")["seat"], seat);
        }
        for id in 0..12 {
            done(&mut probe, "Fit", &format!(r#"{{"id": {id}}}"#));
        }
    }
}

#[test]
fn floats_instants_and_durations_between_bounds_are_found() {
    let text = "service F {
      type Share = Float where value >= 0.2 and value <= 0.3
      type Wait = Duration where value >= minutes(5) and value <= minutes(6)
      entity Visit { from: DateTime until: DateTime invariant order: until > from and until < from + minutes(30) }
      state { shares: Set[Share] waits: Set[Wait] visits: Int -> one Visit opens: DateTime closes: DateTime }
      operation Open { input: at: DateTime ensures: opens' = at and closes' = at + seconds(2) }
      operation Share { output: s: Share ensures: s not in shares and s in shares' }
      operation Wait { output: w: Wait ensures: w not in waits and w in waits' }
      operation Between { output: at: DateTime ensures: at > opens and at < closes and at != opens + seconds(1) }
      operation Next {
        input: id: Int
        output: at: DateTime
        ensures:
          all v in visits | visits[v].until <= at
          visits'[id].from = at
          visits'[id].until = at + minutes(10)
      }
      operation After { input: start: DateTime output: end: DateTime ensures: end - start = hours(700) }
      operation Visit { input: id: Int ensures: id in visits' and visits'[id].from > now() }
    }";
    for mut probe in probes(text) {
        done(&mut probe, "Open", r#"{"at": "2024-05-01T08:00:00.000Z"}"#);
        all_different(&mut probe, "Share", "{}", 40);
        all_different(&mut probe, "Wait", "{}", 40);
        done(&mut probe, "Between", "{}");
        assert_eq!(
            done(&mut probe, "After", r#"{"start": "2024-05-01T08:00:00.000Z"}"#),
            json(r#"{"end": "2024-05-30T12:00:00.000Z"}"#)
        );
        done(&mut probe, "Visit", r#"{"id": 1}"#);
        for id in 2..30 {
            done(&mut probe, "Next", &format!(r#"{{"id": {id}}}"#));
        }
    }
}

#[test]
fn no_instant_lies_after_the_last_one() {
    let text = "service D {
      state { last: DateTime }
      operation Set { input: at: DateTime ensures: last' = at }
      operation Later { output: at: DateTime ensures: at > last }
    }";
    for mut probe in probes(text) {
        done(&mut probe, "Set", r#"{"at": "9999-12-31T23:59:59.999Z"}"#);
        assert_eq!(probe.call("Later", "{}"), "broken: an ensures of `Later` does not hold: at > last");
    }
}
