;; What join-rows-program.ts has done to every row of a page, in a memory of its own. All places are bytes of that memory, but for
;; those in $sending, which responses are sent from (sending-memory.ts).
;;
;; $list holds places of pieces in the table, $count of them. There stand four numbers for each: the byte where its text begins,
;; its bytes (0 where it is not known yet), and the two halves of its mark.
(module
  (import "rows" "memory" (memory 1))
  (import "rows" "sending" (memory $sending 1))

  ;; Lists the places of the pieces of some rows, newest first, whose cells stand from $cells to $end, newest last: three numbers for
  ;; each row, which count the 16 bytes of a place from $series, $move and $publication on.
  (func (export "list")
    (param $cells i32) (param $end i32) (param $list i32) (param $series i32) (param $move i32) (param $publication i32)
    (block $done
      (loop $next
        (br_if $done (i32.le_u (local.get $end) (local.get $cells)))
        (local.set $end (i32.sub (local.get $end) (i32.const 12)))
        (i32.store (local.get $list)
          (i32.add (local.get $series) (i32.shl (i32.load (local.get $end)) (i32.const 4))))
        (i32.store offset=4 (local.get $list)
          (i32.add (local.get $move) (i32.shl (i32.load offset=4 (local.get $end)) (i32.const 4))))
        (i32.store offset=8 (local.get $list)
          (i32.add (local.get $publication) (i32.shl (i32.load offset=8 (local.get $end)) (i32.const 4))))
        (local.set $list (i32.add (local.get $list) (i32.const 12)))
        (br $next))))

  ;; What the pieces of rows come to, three of each, as pieces.ts has it: bytes and mark, three numbers at $to. Returns 0 if one of
  ;; them is not known.
  (func (export "measure") (param $list i32) (param $count i32) (param $to i32) (result i32)
    (local $end i32) (local $series i32) (local $move i32) (local $publication i32)
    (local $length i32) (local $high i32) (local $low i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $series (i32.load (local.get $list)))
        (local.set $move (i32.load offset=4 (local.get $list)))
        (local.set $publication (i32.load offset=8 (local.get $list)))
        (if (i32.eqz (i32.load offset=4 (local.get $series))) (then (return (i32.const 0))))
        (if (i32.eqz (i32.load offset=4 (local.get $move))) (then (return (i32.const 0))))
        (if (i32.eqz (i32.load offset=4 (local.get $publication))) (then (return (i32.const 0))))
        (local.set $length
          (i32.add (local.get $length)
            (i32.add (i32.load offset=4 (local.get $series))
              (i32.add (i32.load offset=4 (local.get $move)) (i32.load offset=4 (local.get $publication))))))
        ;; What is known of a row before the mark of those before it is: only the rest has to wait for that.
        (local.set $high
          (i32.mul
            (i32.xor (local.get $high)
              (i32.add (i32.load offset=8 (local.get $series))
                (i32.add (i32.rotl (i32.load offset=8 (local.get $move)) (i32.const 11))
                  (i32.rotl (i32.load offset=8 (local.get $publication)) (i32.const 22)))))
            (i32.const 0x9e3779b1)))
        (local.set $high (i32.xor (local.get $high) (i32.shr_u (local.get $high) (i32.const 15))))
        (local.set $low
          (i32.mul
            (i32.xor (local.get $low)
              (i32.add (i32.load offset=12 (local.get $series))
                (i32.add (i32.rotl (i32.load offset=12 (local.get $move)) (i32.const 11))
                  (i32.rotl (i32.load offset=12 (local.get $publication)) (i32.const 22)))))
            (i32.const 0x85ebca77)))
        (local.set $low (i32.xor (local.get $low) (i32.shr_u (local.get $low) (i32.const 13))))
        (local.set $list (i32.add (local.get $list) (i32.const 12)))
        (br $next)))
    (i32.store (local.get $to) (local.get $length))
    (i32.store offset=4 (local.get $to) (local.get $high))
    (i32.store offset=8 (local.get $to) (local.get $low))
    (i32.const 1))

  ;; Copies the pieces one behind the other to $to, 32 bytes at a time: as many may be overwritten behind the last, and are
  ;; read behind a text.
  (func (export "join") (param $list i32) (param $count i32) (param $to i32)
    (local $end i32) (local $piece i32) (local $from i32) (local $at i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $piece (i32.load (local.get $list)))
        (local.set $from (i32.load (local.get $piece)))
        (local.set $at (local.get $to))
        (local.set $to (i32.add (local.get $to) (i32.load offset=4 (local.get $piece))))
        (loop $step
          (v128.store (local.get $at) (v128.load (local.get $from)))
          (v128.store offset=16 (local.get $at) (v128.load offset=16 (local.get $from)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $from (i32.add (local.get $from) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $at) (local.get $to))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next))))

  ;; The same to where a response is sent from: the memory of a store is part of the instruction.
  (func (export "joinToSend") (param $list i32) (param $count i32) (param $to i32)
    (local $end i32) (local $piece i32) (local $from i32) (local $at i32)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $list) (local.get $end)))
        (local.set $piece (i32.load (local.get $list)))
        (local.set $from (i32.load (local.get $piece)))
        (local.set $at (local.get $to))
        (local.set $to (i32.add (local.get $to) (i32.load offset=4 (local.get $piece))))
        (loop $step
          (v128.store $sending (local.get $at) (v128.load (local.get $from)))
          (v128.store $sending offset=16 (local.get $at) (v128.load offset=16 (local.get $from)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $from (i32.add (local.get $from) (i32.const 32)))
          (br_if $step (i32.lt_u (local.get $at) (local.get $to))))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (br $next)))))
